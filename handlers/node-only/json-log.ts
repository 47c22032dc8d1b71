import type { Log } from '../../src/engine/log.ts'

/** Writes each line as one JSON object with time, level and message. */
export function createJsonLog(write: (line: string) => void): Log {
  return (level, message, facts) => {
    write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...facts })}\n`)
  }
}
