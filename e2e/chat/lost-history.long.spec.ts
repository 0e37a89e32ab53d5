import { join } from 'node:path'
import { protocolVersion } from '@covo/contract/realtime'
import { embeddedDatabase } from '@covo/testing/embedded-database'
import type { WebSocketRoute } from '@playwright/test'
import pg from 'pg'
import { expect, test } from '../actors.ts'
import { befriend, box, originOf, sendMessage, textsWith } from './talk.ts'

const { COVO_E2E_DATA = '' } = process.env

test('after a promotion a page shows the history that there is, and keeps what was typed (R-23)', async ({
  anna,
  bruno,
}) => {
  const { page } = anna
  const conversationId = await befriend(anna, bruno)
  for (const text of ['prima', 'perso uno', 'perso due']) await sendMessage(bruno, conversationId, text)
  let socket: WebSocketRoute | undefined
  await page.routeWebSocket('**/api/live**', (opened) => {
    opened.connectToServer()
    socket = opened
  })
  await page.goto(`/app/chat/${conversationId}`)
  await expect(page.getByText('connesso')).toBeVisible()
  await expect(textsWith(page, 'perso')).toHaveCount(2)
  await box(page).fill('una bozza')

  // As a standby that lacks the newest messages; another one takes the number of the first.
  const database = new pg.Client(embeddedDatabase(join(COVO_E2E_DATA, new URL(originOf()).port)))
  await database.connect()
  await database.query('delete from messages where conversation_id = $1 and sequence > 1', [conversationId])
  await database.query('update conversations set head = 1 where id = $1', [conversationId])
  await database.end()
  await sendMessage(bruno, conversationId, 'al suo posto')
  socket?.send(JSON.stringify([{ type: 'live.welcome', version: protocolVersion, epoch: 'another' }]))
  await expect(textsWith(page, 'al suo posto')).toHaveCount(1)
  await expect(textsWith(page, 'perso')).toHaveCount(0)
  await expect(textsWith(page, 'prima')).toHaveCount(1)
  await expect(box(page)).toHaveValue('una bozza')
})
