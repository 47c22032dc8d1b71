import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'

interface TableProps {
  readonly columns: readonly string[]
  /** Further classes. */
  readonly class?: string
  /** How many rows are not shown, and what they are. */
  readonly more?: readonly [amount: number, what: string]
  readonly children?: Child
}

/** Rows become cards on a narrow screen; `data-label` of a cell stands before it there. */
export function Table({ columns, class: more, more: left, children }: TableProps): JSX.Element {
  return (
    <div class="panel holds-cards">
      <table class={more === undefined ? 'cards' : `cards ${more}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {left === undefined || left[0] <= 0 ? (
        ''
      ) : (
        <p class="muted more">
          and {left[0]} more {left[1]}
        </p>
      )}
    </div>
  )
}
