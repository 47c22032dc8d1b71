import { expect, test } from 'vitest'
import { readCommandLine, UsageError } from '../../handlers/node-only/command-line.ts'

function read(...words: string[]): unknown {
  return readCommandLine(words, (path) => path === 'app')
}

test.each<[string[], object]>([
  [['serve'], { command: 'serve', hostname: '0.0.0.0', port: 8080 }],
  [['serve', '--host', '127.0.0.1', '--port=0'], { command: 'serve', hostname: '127.0.0.1', port: 0 }],
  [['render', '.'], { command: 'render', directory: '.' }],
  [['plan'], { command: 'plan', applications: [], json: false }],
  [['plan', 'web', 'api', '--json'], { command: 'plan', applications: ['web', 'api'], json: true }],
  [['plan', 'app'], { command: 'plan-directory', directory: 'app', namespace: 'default', json: false }],
  [
    ['plan', './x', '-n', 'shop', '--context', 'c'],
    { command: 'plan-directory', directory: './x', namespace: 'shop', context: 'c', json: false },
  ],
  [['sync', 'web'], { command: 'sync', applications: ['web'], json: false }],
  [['status', '--json'], { command: 'status', applications: [], json: true }],
  [['--version'], { command: 'version' }],
])('%j', (words, command) => {
  expect(read(...words)).toEqual(command)
})

test.each([
  [['deploy']],
  [['constructor']],
  [['render']],
  [['render', 'a', 'b']],
  [['serve', 'web']],
  [['serve', '--port', '70000']],
  [['serve', '--port', 'x']],
  [['sync', '--namespace', 'x']],
  [['plan', 'web', '--namespace', 'x']],
  [['plan', './a', './b']],
  [['status', '--force']],
])('%j is refused', (words) => {
  expect(() => read(...words)).toThrow(UsageError)
})

test('no words at all show how to begin', () => {
  expect(read()).toMatchObject({ command: 'help' })
})
