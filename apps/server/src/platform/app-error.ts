import { type ErrorCode, type ErrorParams, errors } from '@covo/contract/errors'
import type { Problem } from '@covo/contract/http'

/** A field of the request, as a JSON pointer, and why it was refused. */
export type Fault = NonNullable<Problem['errors']>[number]

/** A failure with a code for the caller: thrown anywhere below a route or a subscription, answered in one place. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly params: ErrorParams | undefined

  readonly faults: Fault[] | undefined

  constructor(code: ErrorCode, params?: ErrorParams, options?: ErrorOptions & { faults?: Fault[] }) {
    super(code, options)
    this.code = code
    this.params = params
    this.faults = options?.faults
  }

  /** The refusal of a rule, with the field at fault. */
  static of({ code, field }: { code: ErrorCode; field: string | null }): AppError {
    return new AppError(code, undefined, field === null ? {} : { faults: [{ pointer: `/${field}`, code }] })
  }

  get status() {
    return errors[this.code].status
  }
}
