/**
 * What is wrong with a name that will become a segment of an API path, or undefined. Kinds have their own, narrower
 * rules (RBAC names allow `:`), which the API server checks.
 * Source: k8s.io/apimachinery pkg/api/validate/content IsPathSegmentName; 253 is the limit of every built-in kind.
 */
export function whyNotAName(name: string): string | undefined {
  if (name === '') return 'must not be empty'
  if (name === '.' || name === '..') return `must not be "${name}"`
  if (/[/%]/.test(name)) return 'must not contain "/" or "%"'
  if (hasControlCharacter(name)) return 'must not contain control characters'
  return name.length > 253 ? 'must not be longer than 253 characters' : undefined
}

/** Namespaces are DNS labels (RFC 1123). */
export function whyNotANamespace(name: string): string | undefined {
  if (name.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name)) return undefined
  return 'must be at most 63 of a-z, 0-9 and "-", with a letter or digit at both ends'
}

/** `v1`, `apps/v1`, `cert-manager.io/v1alpha2`: the shapes that are legal in a path. */
export function isApiVersion(text: string): boolean {
  return text.length <= 317 && /^([a-z0-9]([-.a-z0-9]*[a-z0-9])?\/)?[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text)
}

export function isKind(text: string): boolean {
  return text.length <= 63 && /^[A-Za-z]([-A-Za-z0-9]*[A-Za-z0-9])?$/.test(text)
}

function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true
  }
  return false
}
