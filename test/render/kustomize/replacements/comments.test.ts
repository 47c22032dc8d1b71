import { describe, expect, it } from 'vitest'
import { splitFieldPath } from '../../../../src/render/kustomize/replacements/field-path.ts'
import { setInText } from '../../../../src/render/kustomize/replacements/structured-text.ts'

function setZ(text: string): unknown {
  const changed = setInText(text, splitFieldPath('z'), { json: '9', text: '9' }, undefined)
  return typeof changed === 'object' ? changed.text : changed
}

describe('a replacement into a text of YAML', () => {
  it.each([
    ['above a key', 'z: 0\n# b\nb: 1\n', 'z: 9\n# b\nb: 1'],
    ['above a nested key', 'z: 0\nb:\n  # c\n  c: 1\n', 'z: 9\nb:\n  # c\n  c: 1'],
    ['above an item', 'z: 0\nb:\n  # one\n  - 1\n  # two\n  - k: v\n', 'z: 9\nb:\n# one\n- 1\n# two\n- k: v'],
    ['behind the value that is set', "z: '0'   # why\n", "z: '9' # why"],
    ['behind a key', 'z: 0\nb: # why\n  c: [1] # that\n', 'z: 9\nb: # why\n  c: [1] # that'],
    ['above the document, apart', '# head\n\n# z\nz: 0\n', '# head\n\n# z\nz: 9'],
    ['below the document, apart', 'z: 0\n\n# end\n', 'z: 9\n\n# end'],
    ['below a value, apart from the next', 'z: 0\na: 1\n# a\n\nb: 2\n', 'z: 9\na: 1\n# a\n\nb: 2'],
    ['below the last key of a block', 'b:\n  c: 1\n  # c\nz: 0\n', 'b:\n  c: 1\n  # c\nz: 9'],
    ['that ends the text', 'z: 0\nb:\n  c: 1\n# f\n', 'z: 9\nb:\n  c: 1\n# f'],
    ['that ends a text without a last break', 'z: 0\nb:\n  c: 1\n# f', 'z: 9\nb:\n  c: 1\n  # f'],
    ['in a document that is dropped', 'z: 0\n---\n# x\nb: 2\n', 'z: 9'],
  ])('keeps a comment %s', (_, text, expected) => {
    expect(setZ(text)).toBe(expected)
  })

  it('takes no sign within quotes or a block of text for a comment', () => {
    expect(setZ('z: 0\na: "x # y"\nb: |\n  # text\nc: x#y\n')).toBe(
      'z: 9\na: "x # y"\nb: |\n  # text\nc: x#y',
    )
  })

  it.each([
    ['within a flow collection', 'z: 0\nb: [\n  1, # one\n  2]\n', 'z: 9\nb: [1, # one\n  2]'],
    [
      'above an entry of a flow collection',
      'z: 0\nb: {\n  # c\n  c: 1,\n  d: 2 # d\n  }\n',
      'z: 9\nb: {\n  # c\n  c: 1, d: 2, # d\n}',
    ],
    ['at the end of a flow collection', 'z: 0\nb: [\n  1\n  # end\n  ]\n', 'z: 9\nb: [1,\n  # end\n]'],
    ['behind a dash', 'z: 0\nb:\n- # one\n  - 1\n', 'z: 9\nb:\n- # one\n  - 1'],
    ['behind a dash, before a map', 'z: 0\nb:\n- # one\n  c: 1\n', 'z: 9\nb:\n- # one\n  c: 1'],
    ['above a dash, before a map', 'z: 0\nb:\n# one\n- c: 1\n  d: 2\n', 'z: 9\nb:\n# one\n- c: 1\n  d: 2'],
    ['behind the key of a list', 'z: 0\nb: # why\n  - 1\n', 'z: 9\nb: # why\n- 1'],
    ['behind the key of a list in its column', 'z: 0\nb: # why\n- 1\n', 'z: 9\nb: # why\n- 1'],
    ['between a key and its value', 'z: 0\nb:\n  # below\n  1\n', 'z: 9\nb: 1\n# below'],
    ['behind a header', 'z: 0\nb: |- # why\n  text\n', 'z: 9\nb: |- # why\n  text'],
    ['behind an anchor', 'z: 0\nb: &x # why\n  c: 1\n', 'z: 9\nb: &x\n  c: 1 # why'],
    ['in a column of its own', 'z: 0\nb:\n  c: 1\n # odd\nd: 2\n', 'z: 9\nb:\n  c: 1\n  # odd\nd: 2'],
    [
      'of three columns',
      'z: 0\nb:\n  c:\n    d: 1\n    # d\n  # c\n# b\ne: 2\n',
      'z: 9\nb:\n  c:\n    d: 1\n    # d\n  # c\n# b\ne: 2',
    ],
    ['before a further document', 'z: 0\n# x\n---\nb: 2\n', 'z: 9\n\n# x'],
    ['below a comment on a line', 'z: 0\na: 1 # a\n# b\n\nc: 2\n', 'z: 9\na: 1 # a\n# b\n\nc: 2'],
    ['beside a tab', 'z: 0\t# tab\n', 'z: 9 # tab'],
    ['behind the start of the document', '--- # start\n# a\nz: 0\n', '# start\n# a\nz: 9'],
    ['behind an alias', 'z: &a 0\nb: *a # why\n', 'z: &a 9\nb: *a # why'],
    ['apart above the first key, twice', '# one\n\n# two\n\nz: 0\n', '# one\n\n# two\n\nz: 9'],
    ['below an empty value', 'z: 0\na:\n# below\n\nb: 1\n', 'z: 9\na:\n# below\nb: 1'],
    ['with breaks of Windows', '# a\r\nz: 0 # z\r\n# b\r\nb: 1\r\n', '# a\n\nz: 9 # z\n# b\n\nb: 1'],
    [
      'between two items, below an empty line',
      'b:\n- 1\n\n# two\n- 2\n\nz: 0\n',
      'b:\n- 1\n# two\n- 2\nz: 9',
    ],
    ['below the last item of a list', 'b:\n- 1\n# last\n\nz: 0\n', 'b:\n- 1\n# last\n\nz: 9'],
    ['above the end of a list, further in', 'b:\n  - 1\n  # last\nz: 0\n', 'b:\n- 1\n# last\n\nz: 9'],
  ])('has a comment where go-yaml writes it: %s', (_, text, expected) => {
    expect(setZ(text)).toBe(expected)
  })

  it.each([
    ['behind a key whose value has one too', 'z: 0\nb: # key\n  1 # value\n', 'z: 9\nb: 1 # value'],
    ['behind a key with a question mark', 'z: 0\n? a # key\n: b # value\n', 'z: 9\na: b # value'],
  ])('loses a comment where go-yaml does: %s', (_, text, expected) => {
    expect(setZ(text)).toBe(expected)
  })

  it('finds a comment behind any width of white space', () => {
    expect(setZ(`z: 0${' '.repeat(600)}# far\nb: 1\n`)).toBe('z: 9 # far\nb: 1')
  })

  it('takes a hostile text in its stride', () => {
    const depth = 100
    const deep = Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}k:\n`).join('')
    const stairs = Array.from({ length: 20_000 }, (_, row) => `${' '.repeat((row * 7) % depth)}# c\n`).join(
      '',
    )
    const text = `z: 0\n${deep}${' '.repeat(depth)}v: 1\n${stairs}${'# d\n\n'.repeat(20_000)}y: 1\n`
    expect(String(setZ(text)).split('#')).toHaveLength(40_001)
    const sparse = `${' '.repeat(600)}\n# c\n`.repeat(4000)
    expect(String(setZ(`z: 0\n${sparse}y: 1\n`)).split('#')).toHaveLength(4001)
  })
})
