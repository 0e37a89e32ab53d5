import type { ErrorCode } from '@covo/contract/errors'
import { AppError } from '../platform/app-error.ts'

/** A decision that the state of things does not allow: a code for the screen, and a sentence for the operator's terminal. */
export class DecisionRefused extends AppError {
  readonly sentence: string

  constructor(sentence: string, code: ErrorCode = 'moderation.not_possible') {
    super(code)
    this.sentence = sentence
  }
}
