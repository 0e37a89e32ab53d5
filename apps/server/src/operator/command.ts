import type { ParseArgsConfig } from 'node:util'
import type pg from 'pg'
import type { Settings } from '../environment.ts'
import type { Database } from '../platform/database/database.ts'

type Input = {
  settings: Settings
  /** The words after the command's name, as many as it asks for. */
  words: string[]
  /** The command's flags that were given. */
  flags: Set<string>
  /** One line for the operator. */
  print: (line: string) => void
}

type DatabaseInput = Input & { database: Database; pool: pg.Pool }

export type Command = Description &
  (
    | { withoutDatabase?: false; run(input: DatabaseInput): Promise<number> }
    /** For commands that need the settings alone. */
    | { withoutDatabase: true; run(input: Input): Promise<number> }
  )

/** `run` answers the exit code. */
type Description = {
  /** The arguments after the command's name, such as `FILE`. */
  usage: string
  summary: string
  /** How many words follow the name. */
  words: { from: number; to: number }
  /** By name, each with its description. */
  flags?: Record<string, string>
  /** Whether it works in an empty database too, which is then made ready. */
  beginsEmpty?: boolean
}

/** The options of `parseArgs` that a command takes. */
export function optionsOf({ flags = {} }: Command): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(['help', ...Object.keys(flags)].map((name) => [name, { type: 'boolean' }]))
}
