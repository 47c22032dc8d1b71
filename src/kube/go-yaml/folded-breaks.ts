/** What line breaks between two words stand for: the first a space, when no other follows it. */
export function foldedBreaks(breaks: string): string {
  if (!breaks.startsWith('\n')) return breaks
  return breaks.length === 1 ? ' ' : breaks.slice(1)
}
