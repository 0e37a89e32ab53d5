import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MailKind } from '@covo/contract/notifications/notifications.rules'
import { createUnsubscribeTokens } from '../../apps/server/src/notifications/unsubscribe-tokens.ts'
import { type Actor, expect, test } from '../actors.ts'
import { long } from '../long.ts'

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

test('a wrong link says so', long, async ({ page, anna, announced }) => {
  announced.push(/status of 404/)
  const link = await unsubscribeLink(anna, 'messages')
  for (const wrong of ['/disiscrizione/inventato', link.replace('messages', 'changes')]) {
    const answer = await page.goto(wrong)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('alert')).toHaveText(
      'Il link non è valido o è scaduto. Richiedine uno nuovo.',
    )
    await expect(page.getByRole('button', { name: 'Conferma' })).toHaveCount(0)
  }
})

test('a failed unsubscribing can be retried', long, async ({ page, anna, announced }) => {
  announced.push(/ERR_FAILED/)
  await page.goto(await unsubscribeLink(anna, 'messages'))
  await page.route('**/disiscrizione/**', (route) => route.abort())
  const confirm = page.getByRole('button', { name: 'Conferma' })
  await confirm.click()
  await expect(page.getByRole('alert')).toHaveText('Operazione fallita.')
  await page.unrouteAll()
  await confirm.click()
  await expect(page.getByRole('status')).toHaveText('Fatto: non riceverai più i messaggi di chi organizza.')
})
