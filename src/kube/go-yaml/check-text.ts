import { YamlError } from '../yaml-error.ts'
import type { YamlLimits } from '../yaml-limits.ts'
import { Cursor } from './cursor.ts'

const control = /[^\t\n\r\x20-\x7e\u0085\u00a0-\ufffd]/

/** Refuses a text that is too large or holds what no YAML may hold. Throws `YamlError`. */
export function checkText(text: string, limits: YamlLimits, file: string | undefined): void {
  if (text.length > limits.size) {
    throw new YamlError('too-large', `the text is longer than ${limits.size} characters; split it`, file, 1)
  }
  const at = text.search(control)
  if (at >= 0) new Cursor(text, file, 0).malformed('control characters are not allowed', at)
}
