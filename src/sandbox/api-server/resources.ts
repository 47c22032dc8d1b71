import type { JsonObject } from '../../kube/json.ts'
import { type Answer, pageNotFound } from './answer.ts'
import { inVersion, type Kernel, storedKey } from './kernel.ts'
import { tableOf } from './kinds/resource-kind.ts'
import type { ServedKind } from './kinds/served-kind.ts'
import { authorise } from './rbac.ts'
import { listPage } from './read/list.ts'
import { type Printer, readAccept, type View } from './read/show.ts'
import { tableView } from './read/table.ts'
import { methodNotAllowed, notFound, unknownResource } from './refusal.ts'
import type { ResourceRequest } from './request-info.ts'
import type { User } from './users.ts'
import { create } from './write/create.ts'
import { type DeleteOptions, deleteObject, readDeleteOptions } from './write/delete.ts'
import { type OptionsKind, readWriteOptions } from './write/options.ts'
import { applyPatchType, mediaType, patch } from './write/patch.ts'
import { scaleOf, writeScale } from './write/scale.ts'
import { update } from './write/update.ts'
import type { WriteRequest } from './write/write-request.ts'

/** One authorised request for a resource. */
export interface ResourceCall {
  readonly info: ResourceRequest
  readonly user: User
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly text: string
}

/** Finds the resource of a call and does what its verb says. */
export function serveResource(kernel: Kernel, printer: Printer, call: ResourceCall): Answer {
  const { group, version, resource } = call.info
  const kind = kernel.kinds.find(group, version, resource)
  if (kind === undefined) {
    if (kernel.kinds.isGroup(group)) throw unknownResource()
    return pageNotFound()
  }
  assertRoute(kind, call.info)
  return new Serving(kernel, printer, kind, call).answer()
}

/** Only the paths that the API has: namespaced kinds in namespaces, names where the verb wants one. */
function assertRoute(kind: ServedKind, { verb, namespace, name, subresource }: ResourceRequest): void {
  const isNamespaceItself = tableOf(kind) === '/namespaces'
  if (subresource !== '' && !kind.subresources.some((known) => known === subresource)) throw unknownResource()
  if (!kind.namespaced && namespace !== '' && !isNamespaceItself) throw unknownResource()
  const isEverywhere = kind.namespaced && namespace === ''
  if (isEverywhere && name !== '') throw unknownResource()
  if (isEverywhere && verb !== 'list' && verb !== 'watch') throw methodNotAllowed()
  if (verb === 'watch') throw methodNotAllowed()
  if (verb === 'create' && name !== '') throw methodNotAllowed()
  if ((verb === 'update' || verb === 'patch') && name === '') throw methodNotAllowed()
  if (subresource !== '' && verb === 'delete') throw methodNotAllowed()
  if (isNamespaceItself && verb === 'deletecollection') throw methodNotAllowed()
}

class Serving {
  readonly #kernel: Kernel
  readonly #printer: Printer
  readonly #kind: ServedKind
  readonly #call: ResourceCall
  readonly #view: View
  readonly #warnings: string[] = []

  constructor(kernel: Kernel, printer: Printer, kind: ServedKind, call: ResourceCall) {
    this.#kernel = kernel
    this.#printer = printer
    this.#kind = kind
    this.#call = call
    this.#view = readAccept(call.headers.get('accept'), () =>
      call.info.subresource === 'scale' ? undefined : tableView(kind, call.query, kernel.now()),
    )
  }

  answer(): Answer {
    switch (this.#call.info.verb) {
      case 'get':
        return this.#show(200, this.#get())
      case 'list':
        return this.#list()
      case 'create':
        return this.#show(201, create(this.#write('CreateOptions')))
      case 'update':
      case 'patch':
        return this.#change(this.#call.info.verb)
      case 'delete':
        return this.#show(
          200,
          this.#delete(this.#call.info.name, readDeleteOptions(this.#call.query, this.#call.text)),
        )
      case 'deletecollection':
        return this.#deleteAll()
      case 'watch':
        throw methodNotAllowed()
    }
  }

  #show(code: number, object: JsonObject): Answer {
    return this.#printer.object(code, object, this.#view, this.#warnings)
  }

  get #namespace(): string {
    return this.#kind.namespaced ? this.#call.info.namespace : ''
  }

  #get(): JsonObject {
    const { name, subresource } = this.#call.info
    const found = this.#kernel.store.get(storedKey(this.#kind, this.#namespace, name))
    if (found === undefined) throw notFound(this.#kind, name)
    return subresource === 'scale' ? scaleOf(this.#kind, found) : inVersion(this.#kind, found)
  }

  #list(): Answer {
    return this.#printer.list(this.#kind, listPage(this.#kernel.store, this.#listQuery()), this.#view)
  }

  #listQuery(): Parameters<typeof listPage>[1] {
    const isScoped = this.#kind.namespaced && this.#call.info.namespace !== ''
    return {
      kind: this.#kind,
      namespace: isScoped ? this.#call.info.namespace : undefined,
      parameters: this.#call.query,
    }
  }

  #change(verb: 'update' | 'patch'): Answer {
    const isApply = verb === 'patch' && mediaType(this.#contentType) === applyPatchType
    const request = this.#write(
      verb === 'update' ? 'UpdateOptions' : isApply ? 'ApplyOptions' : 'PatchOptions',
    )
    if (request.subresource === 'scale') return this.#show(200, writeScale(request, verb))
    const { object, isNew } =
      verb === 'update' ? update(request) : patch(request, () => this.#authoriseCreate())
    return this.#show(isNew ? 201 : 200, object)
  }

  #authoriseCreate(): void {
    authorise(this.#kernel.store, this.#call.user, { ...this.#call.info, verb: 'create' })
  }

  #delete(name: string, options: DeleteOptions): JsonObject {
    const { user } = this.#call
    const place = { kernel: this.#kernel, kind: this.#kind, namespace: this.#namespace, name }
    return deleteObject({ ...place, user, options, warnings: this.#warnings })
  }

  #deleteAll(): Answer {
    const options = readDeleteOptions(this.#call.query, this.#call.text)
    const page = listPage(this.#kernel.store, this.#listQuery())
    for (const { object } of page.entries) this.#delete(object.metadata.name, options)
    return this.#printer.list(this.#kind, page, this.#view)
  }

  get #contentType(): string {
    return this.#call.headers.get('content-type') ?? 'application/json'
  }

  #write(options: OptionsKind): WriteRequest {
    const { info, user, query, headers, text } = this.#call
    const { subresource } = info
    return {
      kernel: this.#kernel,
      kind: this.#kind,
      namespace: this.#namespace,
      name: info.name,
      subresource: subresource === 'status' || subresource === 'scale' ? subresource : '',
      user,
      options: readWriteOptions(options, query, headers.get('user-agent') ?? 'unknown'),
      contentType: this.#contentType,
      text,
      warnings: this.#warnings,
    }
  }
}
