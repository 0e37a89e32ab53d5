/** Sentences that belong to no slice. */
export const commonTexts = {
  /** A failure of which nothing more is known. */
  failed: 'Operazione fallita.',
  retry: 'Riprova',
  notShown: 'Questo elemento non può essere mostrato.',
  emailInvalid: 'Inserisci un indirizzo email valido.',
  emailUnverified: 'Conferma il tuo indirizzo email per continuare.',
  signInNeeded: 'Autenticazione richiesta.',
  notConfirmed: 'Non hai confermato la tua identità: non è cambiato nulla.',
  back: 'Indietro',
  toContent: 'Vai al contenuto',
  policies: 'Informazioni',
  privacy: 'Privacy',
  cookies: 'Cookie',
  rules: 'Regole',
}
