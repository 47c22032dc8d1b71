import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { Settings } from '../../settings.ts'
import { style } from '../style.ts'
import { atUtc, said } from './text.tsx'

/** What all pages of one answer share. */
export interface Shell {
  readonly installation: string
  readonly version: string
  readonly hosts: Settings['hosts']
  /** Milliseconds of Unix time. */
  readonly now: number
  /** There is a session, or a token, and so a way out of it. */
  readonly canSignOut: boolean
}

export type Section = 'applications' | 'deliveries'

interface PageProps {
  readonly shell: Shell
  readonly title: string
  readonly section?: Section
  readonly children?: Child
}

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M8 1v8' stroke='%230a55a6' stroke-width='2'/%3E%3Cpath d='M4 8h8l-4 7z' fill='%230a55a6'/%3E%3C/svg%3E"

export function Page({ shell, title, section, children }: PageProps): JSX.Element {
  return (
    <Html title={`${title} · ${shell.installation} · Plumbline`}>
      <header class="top">
        <div class="bar">
          <a class="brand" href="/console">
            <Plumb />
            Plumbline
          </a>
          <nav aria-label="Main">
            <Tab href="/console" is={section === 'applications'} text="Applications" />
            <Tab href="/console/deliveries" is={section === 'deliveries'} text="Deliveries" />
          </nav>
          {shell.canSignOut ? (
            <form method="post" action="/console/sign-out">
              <button type="submit" class="plain">
                Sign out
              </button>
            </form>
          ) : (
            ''
          )}
        </div>
      </header>
      <main id="main" tabindex={-1}>
        {children}
      </main>
      <footer>
        Installation {said(shell.installation, 63)} · Plumbline {said(shell.version, 40)} · as of{' '}
        {atUtc(new Date(shell.now).toISOString())}
      </footer>
    </Html>
  )
}

/** The document without what only somebody who was let in sees. */
export function Html({
  title,
  children,
}: {
  readonly title: string
  readonly children?: Child
}): JSX.Element {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{said(title, 200)}</title>
        <link rel="icon" href={icon} />
        <style>{raw(style)}</style>
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        {children}
      </body>
    </html>
  )
}

function Tab(props: { readonly href: string; readonly is: boolean; readonly text: string }): JSX.Element {
  return (
    <a href={props.href} {...(props.is ? { 'aria-current': 'page' as const } : {})}>
      {props.text}
    </a>
  )
}

export function Plumb(): JSX.Element {
  return (
    <svg width="18" height="18" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d="M8 1v8" stroke="currentColor" stroke-width="2" />
      <path d="M4 8h8l-4 7z" fill="currentColor" />
    </svg>
  )
}
