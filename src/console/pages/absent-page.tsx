import type { JSX } from 'hono/jsx/jsx-runtime'
import { Page, type Shell } from './page.tsx'

export function AbsentPage(props: { readonly shell: Shell; readonly reason: string }): JSX.Element {
  return (
    <Page shell={props.shell} title="Not found">
      <h1>Not found</h1>
      <p>{props.reason}</p>
      <p>
        <a href="/console">All applications</a>
      </p>
    </Page>
  )
}
