import { type ErrorCode, type ErrorParams, errors } from '@covo/contract/errors'

/** A failure with a code for the caller: thrown anywhere below a route or a subscription, answered in one place. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly params: ErrorParams | undefined

  constructor(code: ErrorCode, params?: ErrorParams, options?: ErrorOptions) {
    super(code, options)
    this.code = code
    this.params = params
  }

  get status() {
    return errors[this.code].status
  }
}
