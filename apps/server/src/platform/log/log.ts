import { type Logger, pino } from 'pino'

export type Log = Logger

/** The program's one log: JSON lines on standard output. No message text, password, cookie or token is ever given to it. */
export function createLog(level: string): Log {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
