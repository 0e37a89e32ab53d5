/** An instant so many days from now. */
export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString()
}
