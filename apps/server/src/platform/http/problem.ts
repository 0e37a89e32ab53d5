import { type ErrorCode, type ErrorParams, errors } from '@covo/contract/errors'
import { type Problem, problemType } from '@covo/contract/http'
import type { Fault } from '../app-error.ts'
import { problemTexts } from './problem-texts.ts'

/** A problem document (RFC 9457). */
export function describeProblem(
  code: ErrorCode,
  requestId: string,
  { params, faults }: { params?: ErrorParams | undefined; faults?: Fault[] | undefined },
): Problem {
  const sentence = problemTexts[code]
  const { status } = errors[code]
  return {
    type: problemType(code),
    title: sentence,
    // What a field names and is not there is no wrong address (RFC 9110, section 15.5.21).
    status: status === 404 && faults ? 422 : status,
    detail: sentence,
    code,
    ...(params && { params }),
    ...(faults && { errors: faults }),
    requestId,
  }
}

/** A place in refused input: a field, or a path to one in nested JSON (RFC 6901). */
export function faultAt(path: readonly PropertyKey[], code: string): Fault {
  const steps = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
  return { pointer: steps.join(''), code }
}
