import { joinBytes } from '../join-bytes.ts'

/** 5 MB; a host that sends more is told so before more is read. */
export const defaultBodyLimit = 5_000_000

/** GitHub sends no more than this, and nobody is to be allowed more. */
export const largestBodyLimit = 25_000_000

/**
 * As `readBody`, of a request that a server has received: it gives no more than the length that was announced, so that
 * no stream is needed to count. https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 */
export async function readRequestBody(request: Request, limit: number): Promise<Uint8Array | 'too-large'> {
  const announced = request.headers.get('content-length')
  const isCounted = announced !== null && Number(announced) <= Math.min(limit, largestBodyLimit)
  if (!isCounted || request.headers.has('transfer-encoding')) return readBody(request, limit)
  return new Uint8Array(await request.arrayBuffer())
}

/** The raw bytes of a request or an answer, or `too-large` as soon as that is known: by its length header, or while reading. */
export async function readBody(
  message: Pick<Request, 'headers' | 'body'>,
  limit: number,
): Promise<Uint8Array | 'too-large'> {
  const cap = Math.min(limit, largestBodyLimit)
  const announced = Number(message.headers.get('content-length') ?? 0)
  if (announced > cap) return 'too-large'
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of message.body ?? []) {
    size += chunk.byteLength
    if (size > cap) return 'too-large'
    chunks.push(chunk)
  }
  return joinBytes(chunks)
}
