import type { JSX } from 'hono/jsx/jsx-runtime'
import { formatKey, type ObjectKey } from '../../kube/object-key.ts'
import { printable, shorten } from '../../report/printable.ts'

/** Characters of a text from outside; the whole of it is elsewhere. */
const longest = 500

/** A text from outside on one line: what cannot be seen is replaced, and it is cut. JSX escapes it. */
export function said(text: string, limit: number = longest): string {
  return shorten(printable(text.slice(0, limit * 4)), limit)
}

/** A name from outside, which turns the direction of nothing around it. */
export function Name({ of, limit }: { readonly of: string; readonly limit?: number }): JSX.Element {
  return <bdi>{said(of, limit ?? 253)}</bdi>
}

/** `Deployment shop/web`, its group and kind before it and quieter. */
export function Key({ of }: { readonly of: ObjectKey }): JSX.Element {
  const kind = of.group === '' ? of.kind : `${of.group}/${of.kind}`
  const place = formatKey(of).slice(kind.length + 1)
  return (
    <>
      <span class="kind">{said(kind, 253)}</span> <bdi>{said(place, 600)}</bdi>
    </>
  )
}

/** `at` in RFC 3339, `now` in milliseconds of Unix time: how long ago, and the whole of it as a tooltip. */
export function Ago({ at, now }: { readonly at: string; readonly now: number }): JSX.Element {
  const time = Date.parse(at)
  if (Number.isNaN(time)) return <>{said(at, 40)}</>
  const exact = new Date(time).toISOString()
  return (
    <time dateTime={exact} title={exact}>
      {ago(now - time)}
    </time>
  )
}

/** `at` in RFC 3339: `2026-01-05 08:00:07 UTC`, as it is told beside what is only said to be so long ago. */
export function atUtc(at: string): string {
  const time = Date.parse(at)
  return Number.isNaN(time) ? at : `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

const units: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
]

function ago(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 5) return 'just now'
  const [size, name] = units.find(([unit]) => seconds >= unit) ?? [1, 's']
  return `${Math.floor(seconds / size)} ${name} ago`
}
