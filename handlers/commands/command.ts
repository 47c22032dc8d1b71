import type { OptionName, Words } from '../node-only/command-line.ts'
import type { ExitCode } from '../node-only/exit-code.ts'

/** One word after `plumbline`. To add one, write its file here and name it in `commands.ts`. */
export interface Command {
  readonly name: string
  /** Each way to call it, without `plumbline`, and what that does: a line of the overview. */
  readonly usage: readonly (readonly [call: string, does: string])[]
  /** What `plumbline NAME --help` adds to its usage; whole sentences. */
  readonly details: string
  /** The options that it takes; any other is refused rather than ignored. */
  readonly options: readonly OptionName[]
  /** Throws `UsageError` for words that it cannot use. */
  run(words: Words): Promise<ExitCode>
}
