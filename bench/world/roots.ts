/** The `roots` of a bench's settings: what one repository declares may go to every namespace of a team. */
export function rootsOf(repository: string): string {
  return `roots:
  - repository: ${repository}
    revision: main
    path: root
    mode: sync
    cluster: production
    allow:
      namespaces: ['team-*']
      namespacedKinds: ['*']
      clusterKinds: [Namespace]
`
}
