/** Sentences that belong to no slice. */
export const commonTexts = {
  /** A failure of which nothing more is known. */
  failed: 'Operazione fallita.',
  retry: 'Riprova',
  signInNeeded: 'Autenticazione richiesta.',
  policies: 'Informazioni',
  privacy: 'Privacy',
  cookies: 'Cookie',
  rules: 'Regole',
}
