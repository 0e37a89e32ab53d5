import type { ErrorCode } from '@covo/contract/errors'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { ApiError, describeError } from './api.ts'

/**
 * Submits a form, and shows why it was refused. A problem with a field marks the field with its sentence and focuses it; every other failure
 * is a sentence for the whole form.
 *
 * @param texts the sentences of the operation's refusals
 * @param fields the fields of the refusals that only the server can find
 */
export function useProblem<
  Form extends Record<string, unknown>,
  Texts extends Record<string, string> & { fallback: string },
>(form: UseFormReturnType<Form>, texts: Texts, fields?: Partial<Record<ErrorCode, keyof Form & string>>) {
  // The form is another object at each render: nothing here could be kept from one render to the next.
  'use no memo'
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  function mark(field: string, text: string) {
    form.setErrors({ [field]: text })
    form.getInputNode(field)?.focus()
  }

  /** Shows a problem that a rule found, at a field or at one of a list of fields. */
  function showProblem(problem: {
    code: keyof Texts & ErrorCode
    field: (keyof Form & string) | `${keyof Form & string}.${number}`
  }) {
    mark(problem.field, texts[problem.code])
  }

  /** Shows why the server did not take the form. */
  function showError(error: unknown) {
    const text = describeError(error, texts)
    const field = error instanceof ApiError && fields?.[error.code]
    if (field) mark(field, text)
    else setFailure(text)
  }

  /** Does the work of the submitted form, `isBusy` meanwhile. */
  async function submit(work: () => Promise<unknown>, handleError: (error: unknown) => void = showError) {
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      handleError(error)
    } finally {
      setIsBusy(false)
    }
  }

  return { failure, setFailure, isBusy, setIsBusy, showProblem, showError, submit }
}
