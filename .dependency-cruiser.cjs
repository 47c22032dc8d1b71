// The house as rules. Floors from the top; a module imports only from its own floor's folder or from floors below.
const floors = [
  ['handlers/'],
  ['src/app\\.ts'],
  ['src/webhook/', 'src/console/'],
  ['src/engine/'],
  ['src/report/'],
  ['src/sync/'],
  ['src/plan/'],
  ['src/diff/'],
  ['src/policy/'],
  ['src/health/'],
  ['src/render/'],
  ['src/apps/'],
  ['src/cluster/', 'src/githost/'],
  ['src/settings\\.ts', 'src/settings/'],
  ['src/kube/', 'src/git/'],
  ['src/errors\\.ts', 'src/map-bounded\\.ts', 'src/join-bytes\\.ts', 'src/same-bytes\\.ts'],
]

const upward = floors.slice(1).map((floor, index) => ({
  name: `no-upward-arrow-from-${floor[0].replace(/\W+/g, '-').replace(/^src-|-$/g, '')}`,
  comment: 'Arrows point down: a floor knows nothing of the floors above it.',
  severity: 'error',
  from: { path: floor.map((folder) => `^${folder}`) },
  to: {
    path: floors
      .slice(0, index + 1)
      .flat()
      .map((folder) => `^${folder}`),
  },
}))

const thirdParty = [
  ['hono', ['^src/app\\.ts', '^src/console/', '^src/sandbox/', '^handlers/']],
  ['@octokit', ['^src/githost/', '^src/webhook/']],
  ['universal-github-app-jwt', ['^src/githost/github/']],
  ['@kubernetes/client-node', ['^handlers/node-only/']],
  ['@hono/node-server', ['^handlers/node-only/']],
  ['re2js', ['^src/kube/']],
  ['@noble/hashes', ['^src/kube/', '^src/git/', '^src/webhook/', '^src/console/', '^src/sandbox/']],
].map(([name, homes]) => ({
  name: `home-of-${name.replace(/\W+/g, '-').replace(/^-/, '')}`,
  comment: 'Each third-party package has one home.',
  severity: 'error',
  from: { path: '^(src|handlers)/', pathNot: homes },
  to: { path: `node_modules/${name}(/|$)`, dependencyTypesNot: ['type-only'] },
}))

module.exports = {
  forbidden: [
    ...upward,
    ...thirdParty,
    { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-node-under-src',
      comment: 'src runs on Node and on Workers; what only Node can do lives in handlers/node-only.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-process-outside-handlers',
      comment: 'Configuration is read in settings.ts alone; the environment reaches it as an argument.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(node:)?(process|fs|os)$' },
    },
    {
      name: 'sandbox-only-in-demo-and-tests',
      severity: 'error',
      from: { path: '^(src|handlers)/', pathNot: ['^src/sandbox/', '^handlers/demo(\\.ts|/)'] },
      to: { path: '^src/sandbox/' },
    },
    {
      name: 'adapters-only-in-handlers',
      comment: 'Stages know ports; handlers choose adapters.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(cluster/api-server|githost/(gitea|github|local))/'] },
      to: { path: '^src/(cluster/api-server|githost/(gitea|github|local))/' },
    },
    {
      name: 'ports-know-no-other-port',
      severity: 'error',
      from: { path: '^src/(cluster|githost)/' },
      to: { path: '^src/(cluster|githost)/', pathNot: '^src/$1/' },
    },
    {
      name: 'sandbox-knows-only-vocabulary',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: { path: '^(src|handlers)/', pathNot: ['^src/(sandbox|kube|git)/', '^src/errors\\.ts'] },
    },
    {
      name: 'src-knows-no-tests',
      severity: 'error',
      from: { path: '^(src|handlers)/' },
      to: { path: '^(test|bench)/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    builtInModules: { add: ['node:'] },
  },
}
