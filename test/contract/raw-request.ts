import type { RawRequest } from './cluster-case.ts'

export function rawRequest(
  server: string,
  token: string,
  { method, path, body, type, accept }: RawRequest,
): Request {
  const headers = {
    authorization: `Bearer ${token}`,
    accept: accept ?? 'application/json',
    'content-type': type ?? 'application/json',
  }
  const text = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return new Request(server + path, { method, headers, ...text })
}

/** What is no JSON is its text. */
export async function rawAnswer(
  response: Response,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const text = await response.text()
  return { status: response.status, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
