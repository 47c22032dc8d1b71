import { expect, test } from 'vitest'
import {
  elementText,
  field,
  fieldPath,
  formatApiPath,
  formatPath,
  index,
  keyed,
  setItem,
} from '../../src/kube/field-path.ts'

test.each([
  [
    [...fieldPath('spec', 'containers'), keyed({ name: 'web' }), field('image')],
    '.spec.containers[name="web"].image',
    'spec.containers[name=web].image',
  ],
  [
    [field('ports'), keyed({ protocol: 'TCP', containerPort: 80 }), field('hostPort')],
    '.ports[containerPort=80,protocol="TCP"].hostPort',
    'ports[containerPort=80,protocol=TCP].hostPort',
  ],
  [
    [...fieldPath('metadata', 'finalizers'), setItem('a b')],
    '.metadata.finalizers[="a b"]',
    'metadata.finalizers[="a b"]',
  ],
  [[field('args'), index(2)], '.args[2]', 'args[2]'],
  [
    fieldPath('metadata', 'annotations', 'example.org/note'),
    '.metadata.annotations.example.org/note',
    'metadata.annotations["example.org/note"]',
  ],
  [[], '', ''],
])('the path %j is printed for machines and for people', (path, api, people) => {
  expect(formatApiPath(path)).toBe(api)
  expect(formatPath(path)).toBe(people)
})

test('a path cannot break out of its line', () => {
  expect(formatPath(fieldPath('data', 'a\n## b'))).toBe('data["a\\n## b"]')
  expect(formatPath([field('x'), keyed({ name: 'a]\n.b' })])).toBe('x[name="a]\\n.b"]')
})

test('the order of keys makes no difference', () => {
  expect(elementText(keyed({ b: 1, a: 'x' }))).toBe('k:{"a":"x","b":1}')
  expect(elementText(keyed([['b', { d: 1, c: 2 }]]))).toBe(elementText(keyed([['b', { c: 2, d: 1 }]])))
})
