import { DecisionRefused } from '../moderation/decision-refused.ts'
import { StartupError } from '../platform/startup-error.ts'

/** The result of an act of moderation; StartupError with its sentence where it is impossible. */
export async function toStartupError<Result>(act: Promise<Result>): Promise<Result> {
  return await act.catch((error: unknown) => {
    throw error instanceof DecisionRefused ? new StartupError(error.sentence) : error
  })
}
