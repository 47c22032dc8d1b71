import { bytesToHex } from '@noble/hashes/utils.js'
import { type CommitSha, isObjectId, type ObjectId } from '../../git/commit.ts'
import { hashObject, type ObjectType, type TreeLine } from '../../git/object-id.ts'

export interface StoredObject {
  readonly type: ObjectType
  readonly body: Uint8Array
}

/** Git's objects by id, as bytes: what is not in a body is not known. */
export interface ObjectStore {
  put(type: ObjectType, body: Uint8Array): ObjectId
  get(id: string): StoredObject | undefined
  /** The one id that starts with these at least four digits. */
  expand(prefix: string): ObjectId | undefined
}

export interface CommitObject {
  readonly tree: ObjectId
  readonly parents: readonly CommitSha[]
  readonly author: Signature
  readonly committer: Signature
  readonly message: string
}

/** `seconds` of Unix time, in UTC. */
export interface Signature {
  readonly name: string
  readonly email: string
  readonly seconds: number
}

export function createObjectStore(): ObjectStore {
  const objects = new Map<ObjectId, StoredObject>()
  return {
    put(type, body) {
      const id = hashObject(type, body)
      objects.set(id, { type, body })
      return id
    },
    get: (id) => (isObjectId(id) ? objects.get(id) : undefined),
    expand(prefix) {
      const fitting = prefix.length < 4 ? [] : [...objects.keys()].filter((id) => id.startsWith(prefix))
      return fitting.length === 1 ? fitting[0] : undefined
    },
  }
}

export function encodeCommit(commit: CommitObject): Uint8Array {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${formatSignature(commit.author)}`,
    `committer ${formatSignature(commit.committer)}`,
  ]
  return encode(`${lines.join('\n')}\n\n${commit.message}`)
}

export function encodeTag(
  target: ObjectId,
  type: ObjectType,
  name: string,
  tagger: Signature,
  message: string,
): Uint8Array {
  return encode(
    `object ${target}\ntype ${type}\ntag ${name}\ntagger ${formatSignature(tagger)}\n\n${message}`,
  )
}

export function parseCommit(body: Uint8Array): CommitObject {
  const text = decode(body)
  const end = text.indexOf('\n\n')
  const lines = text.slice(0, end).split('\n')
  const values = (key: string) =>
    lines.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1))
  return {
    tree: (values('tree')[0] ?? '') as ObjectId,
    parents: values('parent') as CommitSha[],
    author: parseSignature(values('author')[0] ?? ''),
    committer: parseSignature(values('committer')[0] ?? ''),
    message: text.slice(end + 2),
  }
}

/** The object that an annotated tag points at. */
export function parseTagTarget(body: Uint8Array): string {
  return decode(body).slice('object '.length, 'object '.length + 40)
}

export function parseTree(body: Uint8Array): readonly TreeLine[] {
  const lines: TreeLine[] = []
  for (let start = 0; start < body.length; ) {
    const nul = body.indexOf(0, start)
    const [mode = '', ...name] = decode(body.subarray(start, nul)).split(' ')
    const id = bytesToHex(body.subarray(nul + 1, nul + 21)) as ObjectId
    lines.push({ mode, name: name.join(' '), id })
    start = nul + 21
  }
  return lines
}

function formatSignature({ name, email, seconds }: Signature): string {
  return `${name} <${email}> ${seconds} +0000`
}

function parseSignature(text: string): Signature {
  const open = text.lastIndexOf(' <')
  const close = text.lastIndexOf('> ')
  const seconds = Number.parseInt(text.slice(close + 2), 10)
  return { name: text.slice(0, open), email: text.slice(open + 2, close), seconds }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}
