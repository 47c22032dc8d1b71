#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sweep } from '../src/engine/sweep.ts'
import { configRepository } from './demo/config-repository.ts'
import { openPlays } from './demo/play.ts'
import { plays } from './demo/plays.ts'
import { playStory } from './demo/story.ts'
import { StoryError } from './demo/story-error.ts'
import { startWorld, type World } from './demo/world.ts'
import { createJsonLog } from './node-only/json-log.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** More often than in earnest, so that nobody waits for it. */
const sweepMilliseconds = 15_000

/** What the sandbox’s Git host is: `--host github` or `--host gitea`, which it is unless told. */
const {
  host,
  once: isOnce = false,
  verbose: isVerbose = false,
} = parseArgs({
  options: { host: { type: 'string' }, once: { type: 'boolean' }, verbose: { type: 'boolean' } },
}).values
const dialect = host === 'github' ? 'github' : 'gitea'

if (host !== undefined && host !== dialect) {
  process.stderr.write('--host takes github or gitea\n')
  process.exitCode = 2
} else {
  process.exitCode = await demo()
}

/** The whole story on a sandbox. With `--once` it ends after the story, else it goes on until it is stopped. */
async function demo(): Promise<number> {
  const log = createJsonLog(isVerbose ? (line) => process.stderr.write(line) : () => {})
  const world = await startWorld(log, dialect)
  say(`Git host  ${world.gitUrl}\nPlumbline ${world.handler.url}`)
  say(`Console   ${world.handler.url}/console`)
  say(`Cluster   kubectl --kubeconfig ${world.kubeconfig} get deployments`)
  try {
    const folder = fileURLToPath(new URL('../../fixtures/config', import.meta.url))
    await playStory(world, configRepository(folder, world.gitUrl), say)
    say('\nThe story came out as told.')
    if (!isOnce) await playUntilStopped(world)
    return 0
  } catch (error) {
    if (!(error instanceof StoryError)) throw error
    process.stderr.write(`\nThe story went wrong: ${error.message}\n`)
    return 1
  } finally {
    await world.stop()
  }
}

async function playUntilStopped(world: World): Promise<void> {
  const playing = await openPlays(plays(world))
  const sweeping = setInterval(
    () => void sweep(world.handler.ports, { inTurn: false }).catch((error: unknown) => say(String(error))),
    sweepMilliseconds,
  )
  say('Everything keeps running; stop it with Ctrl-C. To play, in another terminal:')
  for (const name of plays(world).keys()) say(`  npx plumbline demo ${name}`)
  say(`  kubectl --kubeconfig ${world.kubeconfig} scale deployment web --replicas=5`)
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  clearInterval(sweeping)
  await playing.stop()
}
