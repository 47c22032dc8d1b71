/** The answer was longer than allowed. */
export class TooLong extends Error {}

/** Reads at most `cap` bytes of an answer as UTF-8; throws `TooLong` beyond. */
export async function readText(response: Response, cap: number): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let length = 0
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > cap) {
      await reader.cancel()
      throw new TooLong(`longer than ${cap} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
