import { compareLocally } from '../src/diff/local-compare.ts'
import { builtinSchemas } from '../src/kube/builtin-schema.ts'
import type { LiveMap, Manifest } from '../src/kube/manifest.ts'
import { anySchema } from '../src/kube/schema.ts'
import { type Figure, fastest } from './figure.ts'

const objects = 1000

/** Comparing unchanged Deployments, against reading the same objects from JSON: what any tool has to do first. */
export async function bench(): Promise<readonly Figure[]> {
  const schemas = builtinSchemas()
  const schema = schemas.schemaOf('apps', 'v1', 'Deployment') ?? anySchema
  const desired = Array.from({ length: objects }, (_, at) => deployment(`web-${at}`))
  const text = JSON.stringify(desired)
  const live: readonly LiveMap[] = JSON.parse(text)
  const options = { schema, dropsEmpty: true }
  const compared = await fastest(10, () =>
    desired.map((object, at) => compareLocally(object, live[at] ?? {}, options)),
  )
  const parsed = await fastest(10, () => JSON.parse(text))
  return [
    {
      name: `compare ${objects} unchanged Deployments`,
      value: compared / parsed,
      unit: '×',
      detail: `the time of parsing them (${compared.toFixed(1)} ms, ${parsed.toFixed(1)} ms)`,
    },
  ]
}

function deployment(name: string): Manifest {
  const ports = [{ name: 'http', containerPort: 8080, protocol: 'TCP' }]
  const resources = { requests: { cpu: '250m', memory: '256Mi' }, limits: { memory: '512Mi' } }
  const env = Array.from({ length: 10 }, (_, at) => ({ name: `SETTING_${at}`, value: `value-${at}` }))
  const containers = [{ name: 'main', image: 'registry.example/web:3.9', ports, resources, env }]
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'shop', labels: { app: name } },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec: { containers } },
    },
  }
}
