import type { JSX } from 'hono/jsx/jsx-runtime'
import { deliveryPath } from '../../report/console-address.ts'
import { said } from './text.tsx'

/** What a run came from: a link where the delivery has a page, which a sweep or a command has not. */
export function DeliveryLink(props: {
  readonly id: string
  /** Ids of deliveries that have a page. */
  readonly known: ReadonlySet<string>
}): JSX.Element {
  const { id, known } = props
  const text = <code>{said(id, 100)}</code>
  return known.has(id) ? <a href={deliveryPath(id)}>{text}</a> : text
}
