import { leaveNow } from '../../src/engine/leave-now.ts'
import type { Left } from '../../src/engine/leave-undeclared.ts'
import type { Ports } from '../../src/engine/ports.ts'
import { printable } from '../../src/report/printable.ts'
import type { ExitCode } from '../node-only/exit-code.ts'

/** Has an application deleted that is declared no more, and waits until that has ended; undefined where it is declared. */
export async function leaveUntilEnded(
  ports: Ports,
  application: string,
  json: boolean,
): Promise<ExitCode | undefined> {
  let left = await leaveNow(ports, application)
  while (left?.callAgainIn !== undefined) {
    const { callAgainIn } = left
    await new Promise((resolve) => setTimeout(resolve, callAgainIn * 1000))
    left = await leaveNow(ports, application)
  }
  if (left === undefined) return undefined
  process.stdout.write(json ? `${JSON.stringify(left, null, 2)}\n` : told(application, left))
  return left.isDeleted === true ? 0 : 1
}

function told(application: string, { message = 'nothing of it is left to be deleted' }: Left): string {
  return `${printable(application)}: ${printable(message)}\n`
}
