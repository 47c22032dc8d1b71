import { buildTree, type FileContent, fileObject, type TreeFile } from '../../git/build-tree.ts'
import type { CommitSha, ObjectId } from '../../git/commit.ts'
import { encodeTree, type TreeMode } from '../../git/object-id.ts'
import { joinPath } from '../../git/path.ts'
import {
  type CommitObject,
  createObjectStore,
  encodeCommit,
  encodeTag,
  type ObjectStore,
  parseCommit,
  parseTagTarget,
  parseTree,
  type Signature,
} from './object-store.ts'

export interface CommitRequest {
  /** By path; null deletes. What is not named stays. */
  readonly files: { readonly [path: string]: FileContent | null }
  readonly message: string
}

/** A ref that moved; `before` is absent for a new one, `after` for a deleted one. */
export interface RefUpdate {
  readonly ref: string
  readonly before?: ObjectId
  readonly after?: ObjectId
}

export interface RepositoryOptions {
  readonly owner: string
  readonly name: string
  readonly private?: boolean
  /** `main` when not written. */
  readonly defaultBranch?: string
}

type Files = ReadonlyMap<string, TreeFile>

/** A repository of true git objects. Every move of a ref is told to `onUpdate`. */
export class SandboxRepository {
  readonly owner: string
  /** Changed by a rename alone. */
  name: string
  readonly private: boolean
  readonly defaultBranch: string
  readonly objects: ObjectStore = createObjectStore()
  readonly refs: Map<string, ObjectId> = new Map()
  readonly #onUpdate: (update: RefUpdate) => void

  constructor(options: RepositoryOptions, onUpdate: (update: RefUpdate) => void) {
    this.owner = options.owner
    this.name = options.name
    this.private = options.private ?? false
    this.defaultBranch = options.defaultBranch ?? 'main'
    this.#onUpdate = onUpdate
  }

  /** Commits on a branch; a new branch starts at the tip of the default one. */
  commit(branch: string, { files, message }: CommitRequest, author: Signature): CommitSha {
    const tip = this.branch(branch) ?? this.branch(this.defaultBranch)
    const tree = this.#writeFiles(tip === undefined ? [] : this.flatten(this.readCommit(tip).tree), files)
    const sha = this.putCommit(tree, tip === undefined ? [] : [tip], message, author)
    this.move(`refs/heads/${branch}`, sha)
    return sha
  }

  putCommit(tree: ObjectId, parents: readonly CommitSha[], message: string, author: Signature): CommitSha {
    const commit = { tree, parents, author, committer: author, message: `${message}\n` }
    return this.objects.put('commit', encodeCommit(commit)) as CommitSha
  }

  /** A commit of both sides that no other such commit leads back to; undefined where they share nothing. */
  mergeBase(ours: CommitSha, theirs: CommitSha): CommitSha | undefined {
    const known = new Set(this.#history(theirs))
    const common = this.#history(ours).filter((sha) => known.has(sha))
    const older = new Set(common.flatMap((sha) => this.#history(sha).slice(1)))
    return common.find((sha) => !older.has(sha))
  }

  /** Merges whole files: undefined where both sides changed one differently, though git might know how to. */
  mergeTrees(base: CommitSha, ours: CommitSha, theirs: CommitSha): ObjectId | undefined {
    const [before, own, other] = [base, ours, theirs].map((sha) => this.#filesAt(sha)) as [
      Files,
      Files,
      Files,
    ]
    const merged: TreeFile[] = []
    for (const path of new Set([...own.keys(), ...other.keys()])) {
      const [was, one, two] = [before.get(path), own.get(path), other.get(path)]
      if (!same(was, one) && !same(was, two) && !same(one, two)) return undefined
      const file = same(was, one) ? two : one
      if (file !== undefined) merged.push(file)
    }
    return this.#writeTree(merged)
  }

  /** Takes a commit with its history and files over from another repository. */
  adopt(source: SandboxRepository, tip: CommitSha): void {
    const missing = source.#history(tip).filter((sha) => this.objects.get(sha) === undefined)
    for (const sha of missing) {
      this.#copy(source, sha)
      this.#copyTree(source, source.readCommit(sha).tree)
    }
  }

  /** A lightweight tag, or with a message an annotated one. */
  tag(name: string, target: ObjectId, tagger: Signature, message?: string): ObjectId {
    const type = this.objects.get(target)?.type ?? 'commit'
    const id =
      message === undefined
        ? target
        : this.objects.put('tag', encodeTag(target, type, name, tagger, `${message}\n`))
    this.move(`refs/tags/${name}`, id)
    return id
  }

  /** Points a ref at an object, or deletes it. Nothing is told when it already points there. */
  move(ref: string, after: ObjectId | undefined): void {
    const before = this.refs.get(ref)
    if (before === after) return
    if (after === undefined) this.refs.delete(ref)
    else this.refs.set(ref, after)
    this.#onUpdate({ ref, ...(before && { before }), ...(after && { after }) })
  }

  branch(name: string): CommitSha | undefined {
    return this.refs.get(`refs/heads/${name}`) as CommitSha | undefined
  }

  readCommit(sha: CommitSha): CommitObject {
    const object = this.objects.get(sha)
    if (object?.type !== 'commit') throw new Error(`${sha} is no commit`)
    return parseCommit(object.body)
  }

  /** The commit that an id means: itself, or what an annotated tag ends at. */
  peel(id: string): CommitSha | undefined {
    const object = this.objects.get(id)
    if (object?.type === 'tag') return this.peel(parseTagTarget(object.body))
    return object?.type === 'commit' ? (id as CommitSha) : undefined
  }

  /** Every file under a tree. */
  flatten(tree: ObjectId, prefix: string = ''): readonly TreeFile[] {
    const object = this.objects.get(tree)
    if (object?.type !== 'tree') return []
    return parseTree(object.body).flatMap(({ name, mode, id }) =>
      mode === '40000'
        ? this.flatten(id, joinPath(prefix, name))
        : [{ path: joinPath(prefix, name), mode: mode as TreeMode, id }],
    )
  }

  /** Commits reachable from the first and not from the others, newest first. */
  between(after: CommitSha, excluded: readonly CommitSha[]): readonly CommitSha[] {
    const known = new Set(excluded.flatMap((sha) => this.#history(sha)))
    return this.#history(after).filter((sha) => !known.has(sha))
  }

  #history(tip: CommitSha): readonly CommitSha[] {
    const seen = new Set<CommitSha>([tip])
    for (const sha of seen) {
      for (const parent of this.readCommit(sha).parents) seen.add(parent)
    }
    return [...seen]
  }

  #writeFiles(present: readonly TreeFile[], changes: CommitRequest['files']): ObjectId {
    const files = new Map(present.map((file) => [file.path, file]))
    for (const [path, content] of Object.entries(changes)) {
      if (content === null) files.delete(path)
      else files.set(path, this.#writeFile(path, content))
    }
    return this.#writeTree([...files.values()])
  }

  #writeTree(files: readonly TreeFile[]): ObjectId {
    const { root, trees } = buildTree(files)
    for (const lines of trees.values()) this.objects.put('tree', encodeTree(lines))
    return root
  }

  #filesAt(commit: CommitSha): Files {
    return new Map(this.flatten(this.readCommit(commit).tree).map((file) => [file.path, file]))
  }

  #copyTree(source: SandboxRepository, tree: ObjectId): void {
    this.#copy(source, tree)
    for (const { mode, id } of parseTree(source.objects.get(tree)?.body ?? new Uint8Array())) {
      if (mode === '40000') this.#copyTree(source, id)
      else this.#copy(source, id)
    }
  }

  #copy(source: SandboxRepository, id: ObjectId): void {
    const object = source.objects.get(id)
    if (object !== undefined) this.objects.put(object.type, object.body)
  }

  #writeFile(path: string, content: FileContent): TreeFile {
    const { mode, id, bytes } = fileObject(content)
    if (bytes !== undefined) this.objects.put('blob', bytes)
    return { path, mode, id }
  }
}

function same(a: TreeFile | undefined, b: TreeFile | undefined): boolean {
  return a?.id === b?.id && a?.mode === b?.mode
}
