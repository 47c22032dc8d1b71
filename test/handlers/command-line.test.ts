import { expect, test } from 'vitest'
import { allCommands } from '../../handlers/commands/commands.ts'
import { helpOf, overview } from '../../handlers/commands/help.ts'
import { readPlan } from '../../handlers/commands/plan.ts'
import { readRender } from '../../handlers/commands/render.ts'
import { readServe } from '../../handlers/commands/serve.ts'
import { readCommandLine, UsageError, type Words } from '../../handlers/node-only/command-line.ts'

const commands = await allCommands()

function wordsOf(name: string, ...more: string[]): Words {
  const line = readCommandLine([name, ...more], commands)
  if (line.kind !== 'run' || line.command.name !== name) throw new Error(`this runs no ${name}`)
  return line.words
}

function plan(...words: string[]): unknown {
  return readPlan(wordsOf('plan', ...words), (path) => path === 'app')
}

test('serve listens on every interface unless it is told', () => {
  expect(readServe(wordsOf('serve'))).toEqual({ hostname: '0.0.0.0', port: 8080 })
  expect(readServe(wordsOf('serve', '--host', '127.0.0.1', '--port=0'))).toEqual({
    hostname: '127.0.0.1',
    port: 0,
  })
})

test.each<[string[], object]>([
  [[], { kind: 'declared', applications: [], json: false }],
  [['web', 'api', '--json'], { kind: 'declared', applications: ['web', 'api'], json: true }],
  [['app'], { kind: 'directory', directory: 'app', namespace: 'default', json: false }],
  [
    ['./x', '-n', 'shop', '--context', 'c'],
    { kind: 'directory', directory: './x', namespace: 'shop', context: 'c', json: false },
  ],
])('plan %j', (words, asked) => {
  expect(plan(...words)).toEqual(asked)
})

test.each<[string[], object]>([
  [[], { restrictor: 'root-only' }],
  [['--reorder', 'legacy', '--load-restrictor=none'], { restrictor: 'none' }],
  [['--load-restrictor', 'LoadRestrictionsNone'], { restrictor: 'none' }],
  [['--reorder=none'], { restrictor: 'root-only', order: 'fifo' }],
])('render DIR %j', (words, flags) => {
  expect(readRender(wordsOf('render', 'app', ...words))).toEqual({ directory: 'app', ...flags })
})

test.each([
  ['an order that there is not', () => readRender(wordsOf('render', 'app', '--reorder', 'fifo'))],
  ['a restrictor that there is not', () => readRender(wordsOf('render', 'app', '--load-restrictor', 'x'))],
  ['a port out of range', () => readServe(wordsOf('serve', '--port', '70000'))],
  ['a port that is no number', () => readServe(wordsOf('serve', '--port', 'x'))],
  ['a word that serve takes not', () => readServe(wordsOf('serve', 'web'))],
  ['two folders', () => plan('./a', './b')],
  ['a namespace for declared applications', () => plan('web', '--namespace', 'x')],
])('%s is refused', (_, read) => {
  expect(read).toThrow(UsageError)
})

test.each([
  [['deploy']],
  [['constructor']],
  [['help', 'x']],
  [['sync', '--namespace', 'x']],
  [['status', '--force']],
])('%j is refused', (words) => {
  expect(() => readCommandLine(words, commands)).toThrow(UsageError)
})

test('no words at all show how to begin', () => {
  expect(readCommandLine([], commands)).toEqual({ kind: 'help' })
  expect(readCommandLine(['help'], commands)).toEqual({ kind: 'help' })
  expect(readCommandLine(['--version'], commands)).toEqual({ kind: 'version' })
})

test.each([[['plan', '--help']], [['help', 'plan']]])('%j is the help of that command', (words) => {
  expect(readCommandLine(words, commands)).toMatchObject({ kind: 'help', command: { name: 'plan' } })
})

test('the overview has a line for each way to call a command, and each command’s help begins with its own', () => {
  const lines = overview(commands).split('\n')
  for (const command of commands) {
    for (const [call, does] of command.usage) {
      expect(lines.filter((line) => line.includes(call) && line.endsWith(does))).toHaveLength(1)
      expect(helpOf(command)).toContain(`plumbline ${call}`)
    }
    expect(helpOf(command)).toContain(command.details)
  }
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(120)
})

test.each(['../x', 'Shop', '', 'a'.repeat(64)])('plan takes no namespace %j', (namespace) => {
  expect(() => plan('./app', '--namespace', namespace)).toThrow(UsageError)
})
