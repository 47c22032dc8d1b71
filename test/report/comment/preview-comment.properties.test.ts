import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { previewDigest } from '../../../src/report/comment/digest.ts'
import { makeMarker, markerOf } from '../../../src/report/comment/marker.ts'
import { mergedComment } from '../../../src/report/comment/merged-comment.ts'
import { commentBudget, previewComment } from '../../../src/report/comment/preview-comment.ts'
import { planStatuses } from '../../../src/report/plan-status.ts'
import type { Preview } from '../../../src/report/preview.ts'
import { hostilePreviews, hostileWord, secretCanary } from '../../support/hostile-previews.ts'
import { aPreview } from '../../support/previews.ts'
import { anApplicationReport, aReport } from '../../support/reports.ts'
import { runsOf } from '../../support/runs.ts'

const runs = { numRuns: runsOf(1000) }

/** Parsing a comment of 60,000 bytes takes a while. */
const timeout = 1000 * runs.numRuns

const version = '0.2.0'
const planned = previewComment(aPreview({ applications: [] }), { version })

test(
  'whatever a plan holds, its comment is Markdown of ours in which foreign text is code and nothing else',
  () => {
    fc.assert(
      fc.property(hostilePreviews, (preview) => {
        const body = previewComment(preview, { version })
        expectSound(body)
        expectSound(mergedComment(planned, reportOf(preview)) ?? '')
      }),
      runs,
    )
  },
  timeout,
)

test(
  'a comment fits, is the same for the same plan, holds no secret, and says whose it is in its first line alone',
  () => {
    fc.assert(
      fc.property(hostilePreviews, hostilePreviews, (preview, earlier) => {
        const previous = previewComment(earlier, { version })
        const body = previewComment(preview, { version, previous })

        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(commentBudget)
        expect(body).toBe(previewComment(preview, { version, previous }))
        expect(body + JSON.stringify(planStatuses(preview))).not.toContain(secretCanary)
        expect(markerOf(body)).toEqual(makeMarker(preview, preview.head, previewDigest(preview)))
        expect(body.split('\n').slice(1).filter(markerOf)).toEqual([])
        expect(body.match(/^<summary>Plans so far: 2<\/summary>$/gm) ?? []).toHaveLength(
          previewDigest(preview) === previewDigest(earlier) ? 0 : 1,
        )
      }),
      runs,
    )
  },
  timeout,
)

function reportOf({ applications }: Preview): ReturnType<typeof aReport> {
  return aReport({
    verdict: 'failure',
    applications: applications.map(({ name, cluster, health }) =>
      anApplicationReport({ name, cluster, verdict: 'failure', summary: health.message }),
    ),
  })
}

const ourNodes = [
  'root',
  'heading',
  'paragraph',
  'list',
  'listItem',
  'tableRow',
  'tableCell',
  'blockquote',
  'strong',
]

const ourHtml =
  /^(?:<details>\n<summary>(?:[^<>@#`]|<code>[^<>@`]*<\/code>)*<\/summary>|<\/details>|<!-- plumbline-plan v1 [a-z0-9=/ ]+ -->)$/u

function expectSound(body: string): void {
  const nodes = everyNode(fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }))
  const html = nodes.flatMap((node) => (node.type === 'html' ? [node.value] : []))

  expect(nodes.filter((node) => !isOurs(node))).toEqual([])
  expect(depths(html).filter((depth) => depth < 0)).toEqual([])
  expect(depths(html).at(-1)).toBe(0)
}

const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/u

function isOurs(node: Nodes): boolean {
  if (node.type === 'text') {
    return !node.value.includes(hostileWord) && !/[@#<>[\]`$\\]|:\/\/|www\./.test(node.value)
  }
  if (node.type === 'inlineCode') return !unseen.test(node.value)
  if (node.type === 'html') return ourHtml.test(node.value)
  if (node.type === 'table') {
    return node.children.every(({ children }) => children.length === node.align?.length)
  }
  return ourNodes.includes(node.type)
}

function everyNode(node: Nodes): readonly Nodes[] {
  return [node, ...('children' in node ? node.children.flatMap(everyNode) : [])]
}

/** How many parts are open after each tag. */
function depths(html: readonly string[]): readonly number[] {
  let depth = 0
  return html.map((tag) => {
    if (tag.startsWith('<details>')) depth += 1
    if (tag === '</details>') depth -= 1
    return depth
  })
}
