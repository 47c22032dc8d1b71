import { breakEverywhere } from './break-everywhere.ts'
import { pushes, web } from './steps.ts'

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.org }
spec:
  group: example.org
  scope: Namespaced
  names: { plural: widgets, singular: widget, kind: Widget, listKind: WidgetList }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, properties: { size: { type: integer } } } }
`

function widget(size: number): string {
  return `
apiVersion: example.org/v1
kind: Widget
metadata: { name: small }
spec: { size: ${size} }
`
}

await breakEverywhere({
  name: 'a definition and its instances in one sync, and an instance that changes',
  world: { cluster: { server: { crdDelayMs: 3000 } } },
  steps: [
    pushes(web({ 'definition.yaml': definition, 'widget.yaml': widget(1) })),
    pushes({ 'apps/web/widget.yaml': widget(2) }),
  ],
})
