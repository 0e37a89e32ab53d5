import { type ErrorCode, type ErrorParams, errors } from '@covo/contract/errors'
import { type Problem, problemType } from '@covo/contract/http'
import { parseAccept } from 'hono/utils/accept'
import type { Fault } from '../app-error.ts'
import { problemTexts } from './problem-texts.ts'

/** A problem document (RFC 9457). `detail` is in English where the client prefers that to Italian. */
export function describeProblem(
  code: ErrorCode,
  requestId: string,
  {
    params,
    faults,
    acceptLanguage,
  }: { params?: ErrorParams | undefined; faults?: Fault[] | undefined; acceptLanguage: string },
): Problem {
  const { [languageOf(acceptLanguage)]: detail, en: title } = problemTexts[code]
  return {
    type: problemType(code),
    title,
    status: errors[code].status,
    detail,
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

function languageOf(acceptLanguage: string): 'en' | 'it' {
  const accepted = parseAccept(acceptLanguage).filter(({ q }) => q > 0)
  const known = accepted
    .map(({ type }) => type.toLowerCase().split('-')[0])
    .find((language) => language === 'en' || language === 'it')
  return known ?? 'it'
}
