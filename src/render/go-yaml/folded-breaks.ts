/** What line breaks between two words stand for: the first a space, when no other follows it. */
export function foldedBreaks(breaks: readonly string[]): string {
  const [first, ...others] = breaks
  if (first !== '\n') return breaks.join('')
  return others.length === 0 ? ' ' : others.join('')
}
