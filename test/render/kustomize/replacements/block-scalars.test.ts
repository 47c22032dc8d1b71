import { describe, expect, it } from 'vitest'
import { splitFieldPath } from '../../../../src/render/kustomize/replacements/field-path.ts'
import { setInText } from '../../../../src/render/kustomize/replacements/structured-text.ts'

function setZ(text: string): unknown {
  const changed = setInText(text, splitFieldPath('z'), { json: '9', text: '9' }, undefined)
  return typeof changed === 'object' ? changed.text : changed
}

describe('a block of text beside a value that is set', () => {
  it.each([
    ['at the end', 'z: 0\nb: |\n  x\n', 'z: 9\nb: |\n  x'],
    ['at the end without a last break', 'z: 0\nb: |\n  x', 'z: 9\nb: |-\n  x'],
    ['that keeps its breaks, at the end without a last one', 'z: 0\nb: |+\n  x', 'z: 9\nb: |-\n  x'],
    ['that keeps its breaks', 'b: |+\n  x\n\n\nz: 0\n', 'b: |+\n  x\n\n\nz: 9'],
    ['that is empty', 'b: |\nz: 0\n', 'b: ""\nz: 9'],
    ['with a tab', 'b: |\n  x\ty\nz: 0\n', 'b: |\n  x\ty\nz: 9'],
    ['that is folded', 'b: >\n  x\n  y\n\n  z\nz: 0\n', 'b: >\n  x y\n\n  z\n\nz: 9'],
    ['that is folded with lines apart', 'b: >\n  x\n\n\n  y\nz: 0\n', 'b: >\n  x\n\n\n  y\n\nz: 9'],
    ['that is folded and keeps its breaks', 'b: >+\n  x\n\nz: 0\n', 'b: >+\n  x\n\n\nz: 9'],
    ['that is folded and starts with a blank', 'b: >2\n   x\n  y\nz: 0\n', 'b: >2\n   x\n  y\nz: 9'],
  ])('is written as kustomize does: one %s', (_, text, expected) => {
    expect(setZ(text)).toBe(expected)
  })

  it.each([
    ['behind its header', 'b: | # c\n  x\nz: 0\n', 'b: | # c\n  x\nz: 9'],
    ['below it at the end', 'z: 0\nb: |\n  x\n# c\n', 'z: 9\nb: |\n  x\n# c'],
    [
      'below it at the end of a block',
      'z: 0\nm:\n  b: |-\n    x\n  # c\n',
      'z: 9\nm:\n  b: |-\n    x\n  # c',
    ],
    ['above the next key', 'b: >\n  x\n# c\nz: 0\n', 'b: >\n  x\n\n# c\nz: 9'],
    ['apart at the end', 'z: 0\nb: |\n  x\n\n# c\n', 'z: 9\nb: |\n  x\n\n# c'],
  ])('keeps a comment %s', (_, text, expected) => {
    expect(setZ(text)).toBe(expected)
  })
})
