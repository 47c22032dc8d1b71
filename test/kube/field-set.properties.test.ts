import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FieldPath, field, index, keyed, setItem } from '../../src/kube/field-path.ts'
import { FieldSet } from '../../src/kube/field-set.ts'
import { formatFieldsV1, parseFieldsV1 } from '../../src/kube/fields-v1.ts'

const element = fc.oneof(
  fc.constantFrom('a', 'b', '.', '__proto__', 'f:').map(field),
  fc.constantFrom({ name: 'a' }, { name: 'b' }, { port: 80, name: 'a' }).map((keys) => keyed(keys)),
  fc.constantFrom('a', 1, true).map(setItem),
  fc.nat(2).map(index),
)
const path: fc.Arbitrary<FieldPath> = fc.array(element, { minLength: 1, maxLength: 3 })
const paths = fc.array(path, { maxLength: 12 })
const sets = paths.map((list) => FieldSet.of(list))

function texts(set: FieldSet): readonly string[] {
  return [...set.paths()].map((member) => JSON.stringify(member)).sort()
}

test('a set holds exactly the paths it was made of', () => {
  fc.assert(
    fc.property(paths, path, (members, probe) => {
      const set = FieldSet.of(members)
      const wanted = [...new Set(members.map((member) => JSON.stringify(member)))].sort()

      expect(texts(set)).toEqual(wanted)
      expect(set.size).toBe(wanted.length)
      expect(set.has(probe)).toBe(wanted.includes(JSON.stringify(probe)))
    }),
  )
})

test('union, intersection and difference are those of the paths', () => {
  fc.assert(
    fc.property(sets, sets, (a, b) => {
      const inB = new Set(texts(b))

      expect(texts(a.union(b))).toEqual([...new Set([...texts(a), ...texts(b)])].sort())
      expect(texts(a.intersection(b))).toEqual(texts(a).filter((text) => inB.has(text)))
      expect(texts(a.difference(b))).toEqual(texts(a).filter((text) => !inB.has(text)))
    }),
  )
})

test('a set without the trees of another holds no path at or below a member of it', () => {
  fc.assert(
    fc.property(sets, sets, (a, b) => {
      const isCut = (member: FieldPath): boolean =>
        member.some((_, position) => b.has(member.slice(0, position + 1)))
      const kept = [...a.paths()].filter((member) => !isCut(member))

      expect(a.withoutTrees(b).equals(FieldSet.of(kept))).toBe(true)
    }),
  )
})

test('the leaves are the members without members below them', () => {
  fc.assert(
    fc.property(sets, (set) => {
      const expected = [...set.paths()].filter((member) => set.under(member).isEmpty)

      expect([...set.leaves()]).toEqual(expected)
    }),
  )
})

test('equal sets are those of the same paths', () => {
  fc.assert(
    fc.property(sets, sets, (a, b) => {
      expect(a.equals(b)).toBe(texts(a).join() === texts(b).join())
      expect(a.union(b).equals(b.union(a))).toBe(true)
    }),
  )
})

test('a set survives FieldsV1 and JSON', () => {
  fc.assert(
    fc.property(sets, (set) => {
      const text = JSON.stringify(formatFieldsV1(set))

      expect(parseFieldsV1(JSON.parse(text)).equals(set)).toBe(true)
      expect(JSON.stringify(formatFieldsV1(parseFieldsV1(JSON.parse(text))))).toBe(text)
    }),
  )
})
