import { type DestinationStream, type Logger, pino } from 'pino'
import { isUnavailable } from '../database/failures.ts'

export type Log = Logger

/** From the most verbose to none. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/**
 * The program's one log: JSON lines, on standard output unless a destination is given. Each names its server as
 * `instance` where a name is given: the lines of several servers may be gathered in one place. No message text, email, password,
 * cookie or token is ever given to it; the words of errors, which aren't in our hands, are stripped of the data that they quote.
 */
export function createLog(level: string, destination?: DestinationStream, instance?: string): Log {
  return pino(
    {
      level,
      base: instance ? { instance } : null,
      formatters: { level: (name) => ({ level: name }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    destination,
  )
}

/**
 * The parts of an error that the log keeps: its kind, code and place. Of the properties that libraries add none is kept unless it
 * is named here: PostgreSQL's `detail` quotes whole rows, a mail server's `response` the recipient.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return withoutValues(String(error))
  const { name, message, stack = '', cause } = error
  const { code, constraint, table, responseCode } = error as Error & Record<string, unknown>
  return {
    type: name,
    message: withoutValues(message),
    code,
    constraint,
    table,
    responseCode,
    // Where it happened says nothing of a database that is away, and there are many such lines then.
    ...(isUnavailable(error) ? {} : { stack: stack.split('\n').filter((line) => /^ {4}at /.test(line)) }),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  }
}

/** Somebody's words without what they quote, which may be anybody's: text in double quotes or angle brackets, emails. */
export function withoutValues(text: string): string {
  return text
    .slice(0, 500)
    .replace(/".*"/s, '"…"')
    .replace(/<.*>/s, '<…>')
    .replaceAll(/[^\s@]+@[^\s@]+/g, '…@…')
}
