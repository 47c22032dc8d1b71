import { chomping } from './chomping.ts'
import { Cursor } from './cursor.ts'
import { scanBlock } from './scan-block.ts'

/** Texts that are written in double quotes instead, which keep them. */
const quoted = / $| [\n\u2028\u2029]|[^\t\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/

/**
 * kustomize prints an object in its own style and reads it once more. A folded text (`>`) does not always survive that:
 * go-yaml v3 looks at its first character where it should look at the next. Source: go.yaml.in/yaml/v3 emitterc.go.
 */
export function rereadFolded(text: string): string {
  if (!text.includes('\n') || quoted.test(text)) return text
  return scanBlock(new Cursor(printFolded(text), undefined, 0), 0)
}

/** Of a literal or folded text: it is printed without the margin that it was written with, which nobody can read. */
export function losesMargin(text: string): boolean {
  return text.startsWith('\t') && !quoted.test(text)
}

function printFolded(text: string): string {
  const startsBlank = /^[\n\u2028\u2029]*[ \t]/.test(text)
  let isAfterBreak = true
  let startedBlank = true
  let body = ''
  for (const char of text) {
    if (char === '\n' || char === '\u2028' || char === '\u2029') {
      const isDoubled = char === '\n' && !isAfterBreak && !startedBlank && !startsBlank
      body += isDoubled ? '\n\n' : char
      isAfterBreak = true
    } else {
      if (isAfterBreak) startedBlank = char === ' ' || char === '\t'
      body += isAfterBreak ? `  ${char}` : char
      isAfterBreak = false
    }
  }
  return `>${/^[ \n\u2028\u2029]/.test(text) ? '2' : ''}${chomping(text)}\n${body}`
}
