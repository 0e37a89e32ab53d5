import { maximumPasswordLength, minimumPasswordLength } from '@covo/contract/auth/auth.rules'

/** Why a new password is refused, wherever one is chosen. */
export const passwordErrors = {
  'auth.required_fields_missing': 'Tutti i campi obbligatori devono essere compilati.',
  'auth.password_too_short': 'La password deve essere di almeno 6 caratteri.',
  'auth.password_too_long': `La password può avere al massimo ${maximumPasswordLength} caratteri.`,
  'auth.password_mismatch': 'Le password non coincidono.',
  'auth.password_weak': 'La password è troppo debole.',
}

/** By the score of the password. */
export const strengthWords = ['Molto debole', 'Molto debole', 'Debole', 'Media', 'Forte', 'Molto forte']

export const passwordTexts = {
  hint: `Almeno ${minimumPasswordLength} caratteri`,
  strength: 'Sicurezza della password',
}
