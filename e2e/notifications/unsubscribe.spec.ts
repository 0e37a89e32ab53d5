import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailKind } from '@covo/contract/notifications/notifications.rules'
import { createUnsubscribeTokens } from '../../apps/server/src/notifications/unsubscribe-tokens.ts'
import { type Actor, expect, test } from '../actors.ts'

/** The link below a mail of this kind to the actor. */
async function unsubscribeLink({ context }: Actor, kind: MailKind): Promise<string> {
  const { port } = new URL(test.info().project.use.baseURL ?? '')
  const secret = await readFile(join(process.env.COVO_E2E_DATA ?? '', port, 'secret'), 'utf8')
  const { uid } = (await (await context.request.get('/api/profiles/me')).json()) as { uid: string }
  return `/disiscrizione/${createUnsubscribeTokens(secret).make(kind, uid)}`
}

async function wantsChanges({ context }: Actor): Promise<boolean> {
  const answer = await context.request.get('/api/notifications/settings')
  return ((await answer.json()) as { eventMails: { changes: boolean } }).eventMails.changes
}

test('a kind of mail is ended by a press on the page of its link', async ({ page, anna }) => {
  const link = await unsubscribeLink(anna, 'changes')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Disiscrizione')
  await expect(page.getByText('Non vuoi più ricevere le mail sui cambiamenti degli eventi?')).toBeVisible()
  expect(await wantsChanges(anna)).toBe(true)
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByRole('status')).toHaveText(
    'Fatto: non riceverai più le mail sui cambiamenti degli eventi.',
  )
  expect(await wantsChanges(anna)).toBe(false)

  // A signed-in member reads it too.
  await anna.page.goto(await unsubscribeLink(anna, 'reminders'))
  await expect(anna.page.getByText('Non vuoi più ricevere i promemoria?')).toBeVisible()
  await anna.page.goto(await unsubscribeLink(anna, 'digest'))
  await expect(anna.page.getByText('Non vuoi più ricevere il riepilogo?')).toBeVisible()
})
