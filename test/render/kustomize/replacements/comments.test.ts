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
    ['within a flow collection', 'z: 0\nb: [\n  1, # one\n  2]\n'],
    ['behind a dash', 'z: 0\nb:\n- # one\n  - 1\n'],
    ['in a column of its own', 'z: 0\nb:\n  c: 1\n # odd\nd: 2\n'],
    ['before a further document', 'z: 0\n# x\n---\nb: 2\n'],
    ['below a comment on a line', 'z: 0\na: 1 # a\n# b\n\nc: 2\n'],
    ['beside a tab', 'z: 0\t# tab\n'],
  ])('refuses a comment %s', (_, text) => {
    expect(setZ(text)).toBe('has comments')
  })
})
