import type { Page } from 'playwright-core'

// Texts of programs, since they run in the browser, where there is a document.

const axeRun = `(async () => {
  const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await axe.run(document, { runOnly })
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary))
})()`

/** What breaks a rule of WCAG 2.2 AA or of axe's own best practices; `axe` is its source. */
export async function violationsOn(page: Page, axe: string): Promise<readonly string[]> {
  await page.evaluate(axe)
  return page.evaluate<readonly string[]>(axeRun)
}

/** Pixels of the page, and of the room for it. */
export function widthsOf(page: Page): Promise<readonly [content: number, room: number]> {
  return page.evaluate<readonly [number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  )
}

/** What has the focus. */
export interface Stop {
  readonly id: string
  readonly text: string
  /** Place in the document. */
  readonly at: number
  /** It is on the screen, within a line that can be seen. */
  readonly isSeen: boolean
}

const focused = `(() => {
  const element = document.activeElement
  const { outlineStyle, outlineWidth } = getComputedStyle(element)
  const { left, width, height } = element.getBoundingClientRect()
  return {
    id: element.id,
    text: element.textContent.trim(),
    at: [...document.querySelectorAll('*')].indexOf(element),
    isSeen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && left >= 0 && width * height > 0,
  }
})()`

export function focusOf(page: Page): Promise<Stop> {
  return page.evaluate<Stop>(focused)
}
