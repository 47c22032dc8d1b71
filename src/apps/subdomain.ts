/** What keeps a name from being a DNS subdomain (RFC 1123), which Kubernetes asks of most names; undefined if nothing. */
export function whyNotASubdomain(name: string): string | undefined {
  const fits =
    name.length <= 253 && name.split('.').every((label) => /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(label))
  return fits
    ? undefined
    : 'must be at most 253 of a-z, 0-9, "-" and ".", each part with a letter or digit at both ends'
}
