import type { ErrorCode } from './errors.ts'

/** A rule's answer to input that it accepts: the clean value, as it is stored. */
export function accepted<Value>(value: Value): { value: Value; problem: null } {
  return { value, problem: null }
}

/**
 * A rule's answer to input that it refuses: the first problem in the specification's order. `field` is the one to correct,
 * null where the input is no form.
 */
export function refused<const Code extends ErrorCode, const Field extends string | null>(
  code: Code,
  field: Field,
): { value: null; problem: { code: Code; field: Field } } {
  return { value: null, problem: { code, field } }
}

/** The first field, in the order of `fields`, that holds nothing. */
export function firstEmptyField<Field extends string>(fields: Record<Field, unknown>): Field | undefined {
  return (Object.keys(fields) as Field[]).find((field) => !fields[field])
}
