import type { JSX } from 'hono/jsx/jsx-runtime'
import { Html, Plumb } from './page.tsx'

/** Says nothing of what is here: it is the same for every path. */
export function SignInPage(props: { readonly next: string; readonly isWrong?: boolean }): JSX.Element {
  const isWrong = props.isWrong === true
  return (
    <Html title="Sign in · Plumbline">
      <main id="main" tabindex={-1}>
        <form class="panel sign" method="post" action="/console/sign-in">
          <h1>
            <Plumb /> Plumbline
          </h1>
          <p>Nothing is here for whoever is not signed in.</p>
          {isWrong ? (
            <p class="note bad" role="alert" id="wrong">
              This token does not open the console.
            </p>
          ) : (
            ''
          )}
          <label for="token">API token of this installation</label>
          <input
            id="token"
            name="token"
            type="password"
            autocomplete="current-password"
            required
            {...(isWrong ? { 'aria-invalid': 'true' as const, 'aria-describedby': 'wrong' } : {})}
          />
          <input type="hidden" name="next" value={props.next} />
          <button type="submit">Sign in</button>
        </form>
      </main>
    </Html>
  )
}
