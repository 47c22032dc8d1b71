import type { Command } from './command.ts'

const callWidth = 51

const general = `  --json      machine-readable output, for all but serve and render
  --version   --help (after a command: of that command)

All but render and plan DIR read their settings from PLUMBLINE_SETTINGS: the path of a YAML file, or its text.
Exit codes: 0 in order, 1 differences or not healthy, 2 input that cannot be used, 3 could not find out.
`

export function overview(commands: readonly Command[]): string {
  return `plumbline: GitOps as a function\n\n${commands.map(usageLines).join('')}\n${general}`
}

export function helpOf(command: Command): string {
  const options = command.options.map((option) => `--${option}`).join(' ')
  const takes = options === '' ? '' : `\nOptions: ${options}\n`
  return `${usageLines(command)}\n${command.details}\n${takes}`
}

function usageLines({ usage }: Command): string {
  return usage.map(([call, does]) => `  ${`plumbline ${call}`.padEnd(callWidth)} ${does}\n`).join('')
}
