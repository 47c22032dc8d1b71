import { joinBytes } from '../join-bytes.ts'
import type { Json } from '../kube/json.ts'

/** No record of ours comes near it; what unpacks to more was not written by us. */
const longestJson = 64 * 1024 * 1024

/** Characters. Shorter JSON is kept as it is: what gzip would save is not worth what it costs. */
const longestPlain = 4096

/** The magic number of gzip in base64; no JSON begins so. */
const gzipped = 'H4sI'

/** JSON; what is long gzipped, as base64 text. */
export async function pack(value: unknown): Promise<string> {
  const json = JSON.stringify(value)
  if (json.length <= longestPlain) return json
  const bytes = new TextEncoder().encode(json)
  return toBase64(await through(new CompressionStream('gzip'), bytes, Number.POSITIVE_INFINITY))
}

/** The reverse of `pack`; any error means that the text was not written by it. */
export async function unpack(text: string): Promise<Json> {
  if (!text.startsWith(gzipped)) return JSON.parse(text)
  const bytes = await through(new DecompressionStream('gzip'), fromBase64(text), longestJson)
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
}

async function through(
  transform: CompressionStream | DecompressionStream,
  input: Uint8Array<ArrayBuffer>,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  const output: ReadableStream<Uint8Array> = transform.readable
  void writeWhole(transform.writable.getWriter(), input)
  for await (const chunk of output) {
    length += chunk.length
    if (length > limit) throw new Error(`more than ${limit} bytes`)
    chunks.push(chunk)
  }
  return joinBytes(chunks)
}

/** What goes wrong here is told to whoever reads. */
async function writeWhole(
  writer: WritableStreamDefaultWriter<BufferSource>,
  input: Uint8Array<ArrayBuffer>,
): Promise<void> {
  try {
    await writer.write(input)
    await writer.close()
  } catch {}
}

function toBase64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) {
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  }
  return btoa(pieces.join(''))
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}

/** Pieces of at most `size` characters; at least one. */
export function splitText(text: string, size: number): readonly string[] {
  const count = Math.max(1, Math.ceil(text.length / size))
  return Array.from({ length: count }, (_, i) => text.slice(i * size, (i + 1) * size))
}
