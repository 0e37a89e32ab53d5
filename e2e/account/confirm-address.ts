import { type Actor, expect } from '../actors.ts'
import { linkFor } from '../outbox.ts'

/** Confirms an actor's address by the link that was mailed to it. */
export async function confirmAddress({ page, email }: Actor): Promise<void> {
  await page.goto(await linkFor(email, '/conferma-email'))
  await page.getByRole('button', { name: "Conferma l'indirizzo" }).click()
  await expect(page.getByRole('status')).toHaveText(`Indirizzo confermato: ${email}.`)
}
