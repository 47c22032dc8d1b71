#!/usr/bin/env node
import { allCommands, commandsFor } from './commands/commands.ts'
import { helpOf, overview } from './commands/help.ts'
import { readCommandLine, UsageError } from './node-only/command-line.ts'
import { type ExitCode, exitCodeOfError } from './node-only/exit-code.ts'
import { ownVersion } from './node-only/own-version.ts'
import { complain, dropUnwritable, print } from './node-only/terminal.ts'

dropUnwritable(process.stdout, process.stderr)
process.exitCode = await main(process.argv.slice(2))

async function main(words: readonly string[]): Promise<ExitCode> {
  try {
    return await run(words)
  } catch (error) {
    complain(`plumbline: ${error instanceof Error ? error.message : String(error)}`)
    return error instanceof UsageError ? 2 : exitCodeOfError(error)
  }
}

async function run(words: readonly string[]): Promise<ExitCode> {
  const line = readCommandLine(words, await commandsFor(words))
  switch (line.kind) {
    case 'version':
      return print(`${await ownVersion()}\n`)
    case 'help':
      return print(line.command === undefined ? overview(await allCommands()) : helpOf(line.command))
    case 'run':
      return line.command.run(line.words)
  }
}
