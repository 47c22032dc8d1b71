import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { expect, test } from 'vitest'
import { parseYamlValue } from '../../src/kube/yaml.ts'
import { everyMetric } from '../support/measured.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('docs/operating.md')
const alerts = JSON.parse(
  JSON.stringify(parseYamlValue(read('deploy/alerts.yaml'), { file: 'alerts.yaml' }).value),
)
const rules: readonly Rule[] = alerts.groups.flatMap(({ rules: some }: { rules: readonly Rule[] }) => some)
const dashboard = JSON.parse(read('deploy/dashboard.json'))
const queries: readonly string[] = dashboard.panels.flatMap(
  ({ targets }: { targets: readonly { expr: string }[] }) => targets.map(({ expr }) => expr),
)
const metrics = await everyMetric()
const known = new Map(
  [...metrics].flatMap(([name, { type, samples }]) => {
    const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)))
    const names = type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name]
    return names.map((one) => [one, labels] as const)
  }),
)

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

/** The metrics of a query, each with the labels that it is selected by. */
function selectorsOf(
  query: string,
): readonly { readonly metric: string; readonly labels: readonly string[] }[] {
  const found: { metric: string; labels: string[] }[] = []
  parser.parse(query).iterate({
    enter({ name, type, node }) {
      if (type.isError) throw new Error(`no PromQL at ${node.from}: ${query}`)
      if (name !== 'VectorSelector') return
      const metric = node.getChild('Identifier')
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
      const labels = matchers.map((one) => one.getChild('LabelName')).filter((one) => one !== null)
      const textOf = ({ from, to }: { from: number; to: number }) => query.slice(from, to)
      if (metric !== null) found.push({ metric: textOf(metric), labels: labels.map(textOf) })
    },
  })
  return found
}

test.each([
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...queries.map((query) => ['panel', query] as const),
])('%s asks for metrics and labels that there are: %s', (_, query) => {
  const selectors = selectorsOf(query)

  expect(selectors.length).toBeGreaterThan(0)
  for (const { metric, labels } of selectors) {
    expect([...known.keys()]).toContain(metric)
    expect([...(known.get(metric) ?? [])]).toEqual(expect.arrayContaining([...labels]))
  }
})

test('a query for what there is not would be noticed, and so would one that is no query', () => {
  const [selector] = selectorsOf('sum(rate(plumbline_nothing_total{turn="operator"}[5m]))')

  expect(selector).toEqual({ metric: 'plumbline_nothing_total', labels: ['turn'] })
  expect(known.has('plumbline_nothing_total')).toBe(false)
  expect(() => selectorsOf('sum(rate(plumbline_syncs_total[5m])')).toThrow('no PromQL')
})

test('each alert has a reason and what to do in docs/operating.md, and leads there', () => {
  for (const { alert, labels, annotations } of rules) {
    expect(page).toContain(`\n### ${alert}\n`)
    expect(annotations.runbook).toBe(`docs/operating.md#${alert.toLowerCase()}`)
    expect(annotations.summary).not.toBe('')
    expect(['critical', 'warning']).toContain(labels.severity)
  }
  expect(page.match(/^### Plumbline\w+$/gm)).toHaveLength(rules.length)
})

test('each metric is in docs/operating.md, and nothing else is called one there', () => {
  const told = new Set(page.match(/\b(?:plumbline|process)_[a-z_]+\b/g))

  expect([...told].toSorted()).toEqual([...metrics.keys()].toSorted())
})

test('each panel of the dashboard has its own id, a title and the chosen data source', () => {
  const { panels } = dashboard
  const ids = new Set(panels.map(({ id }: { id: number }) => id))

  expect(ids.size).toBe(panels.length)
  for (const { title, datasource, targets } of panels) {
    expect(title).not.toBe('')
    expect(datasource).toEqual({ type: 'prometheus', uid: '$'.concat('{datasource}') })
    expect(targets.length).toBeGreaterThan(0)
  }
})

test('what all instances list alike is not added up over them', () => {
  const asked = [...rules.map(({ expr }) => expr), ...queries]
  const ofAll = asked.filter(
    (query) => query.includes('plumbline_applications{') || query.endsWith('plumbline_applications))'),
  )

  expect(ofAll).toHaveLength(2)
  for (const query of ofAll) expect(query).toMatch(/max by \([^)]*cluster[^)]*\) \(plumbline_applications/)
})

test('Prometheus is sent to the port that the Service has', () => {
  const service = parseYamlValue(read('deploy/base/service.yaml'), { file: 'service.yaml' }).value
  const [, port] = /targets: \['plumbline\.plumbline\.svc:(\d+)'\]/.exec(page) ?? []

  expect(service).toMatchObject({ spec: { ports: [{ port: Number(port) }] } })
})
