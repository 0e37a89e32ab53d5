/** Specification, point 3: the part of the email before the '@', for who has not chosen a name. */
export function defaultDisplayName(email: string): string {
  return email.split('@')[0] || 'Utente Anonimo'
}
