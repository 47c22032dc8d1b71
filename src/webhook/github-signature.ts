import { Webhooks } from '@octokit/webhooks'

const signatureText = /^sha256=[0-9a-f]{64}$/i

/**
 * Is this `X-Hub-Signature-256` made with one of the secrets over this text, which is the body as it came? Every secret
 * is tried, whatever the first ones gave, in constant time. An empty secret signs nothing.
 */
export async function isSigned(
  secrets: readonly string[],
  text: string,
  signature: string,
): Promise<boolean> {
  if (text === '' || !signatureText.test(signature)) return false
  const claimed = signature.toLowerCase()
  // `additionalSecrets` would not do: `verify` looks at the first secret alone.
  const usable = secrets.filter((secret) => secret !== '')
  const fits = await Promise.all(usable.map((secret) => new Webhooks({ secret }).verify(text, claimed)))
  return fits.includes(true)
}
