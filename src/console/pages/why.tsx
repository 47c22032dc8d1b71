import type { JSX } from 'hono/jsx/jsx-runtime'
import { shortSha } from '../../git/commit.ts'
import { formatRepository } from '../../git/repository.ts'
import { decisionWords, inputLines, lastSyncText, ruleText } from '../../report/explain-text.ts'
import type { Explanation } from '../../report/explanation.ts'
import { said } from './text.tsx'

const shownRules = 30
const shownImages = 50

/** Why it is or is not synced now, by the rules that say so: what `plumbline explain` prints. */
export function Why({ explanation }: { readonly explanation: Explanation }): JSX.Element {
  const { decision, last, declaredAt, report } = explanation
  const [does, because] =
    decision === undefined ? ['not decided', 'it could not be looked at'] : decisionWords(decision)
  return (
    <>
      <p class="note">
        <strong>{does}</strong>: {because}
      </p>
      {decision === undefined || decision.rules.length === 0 ? (
        ''
      ) : (
        <ul class="list">
          {decision.rules.slice(0, shownRules).map((rule) => (
            <li>
              <code>{said(ruleText(rule))}</code>
            </li>
          ))}
        </ul>
      )}
      <dl class="facts">
        <dt>Declared at</dt>
        <dd>
          <code>{said(`${declaredAt.path}:${declaredAt.line}`, 400)}</code> of{' '}
          {said(formatRepository(declaredAt.repository), 300)} at <code>{shortSha(declaredAt.commit)}</code>
        </dd>
        <dt>Mode of its root</dt>
        <dd>{report.mode === 'observe' ? 'observe: it is compared and reported, never written' : 'sync'}</dd>
        <dt>Last sync</dt>
        <dd>{last === undefined ? 'never' : said(lastSyncText(last))}</dd>
      </dl>
      <More explanation={explanation} />
    </>
  )
}

function More({ explanation }: { readonly explanation: Explanation }): JSX.Element {
  const { images = [] } = explanation
  const [title, ...inputs] = inputLines(explanation)
  return (
    <>
      {title === undefined ? (
        ''
      ) : (
        <details>
          <summary>What touches it</summary>
          <p class="muted">{said(title)}</p>
          <List texts={inputs} />
        </details>
      )}
      {images.length === 0 ? (
        ''
      ) : (
        <details>
          <summary>Images that it runs ({images.length})</summary>
          <List texts={images.slice(0, shownImages)} />
          {images.length > shownImages ? <p class="muted">and {images.length - shownImages} more</p> : ''}
        </details>
      )}
    </>
  )
}

function List({ texts }: { readonly texts: readonly string[] }): JSX.Element {
  return (
    <ul class="list">
      {texts.map((text) => (
        <li>
          <code>{said(text)}</code>
        </li>
      ))}
    </ul>
  )
}
