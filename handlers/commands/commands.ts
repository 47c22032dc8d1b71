import { ackCommand } from './ack.ts'
import { adoptCommand } from './adopt.ts'
import type { Command } from './command.ts'
import { demoCommand } from './demo.ts'
import { explainCommand } from './explain.ts'
import { planCommand } from './plan.ts'
import { renderCommand } from './render.ts'
import { serveCommand } from './serve.ts'
import { statusCommand } from './status.ts'
import { sweepCommand } from './sweep.ts'
import { syncCommand } from './sync.ts'

/** In the order in which the help shows them. */
export const commands: readonly Command[] = [
  serveCommand,
  renderCommand,
  planCommand,
  syncCommand,
  sweepCommand,
  ackCommand,
  adoptCommand,
  statusCommand,
  explainCommand,
  demoCommand,
]
