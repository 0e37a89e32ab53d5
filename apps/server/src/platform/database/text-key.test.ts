import { textKey } from '@covo/contract/text'
import { differentTexts, sameTexts, unseenTexts } from '@covo/testing/same-texts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { runTestApp } from '../../../test/test-app.ts'

const app = runTestApp()

it('answers in PostgreSQL what it answers in the contract', async () => {
  const texts = [...sameTexts, ...differentTexts].flatMap(([, one, other]) => [one, other])
  const asked = [...texts, ...unseenTexts]
  const { rows } = await sql<{ key: string }>`
    select text_key(asked) as key from unnest(${asked}::text[]) with ordinality as given (asked, place) order by place
  `.execute(app.database)
  expect(rows.map(({ key }) => key)).toEqual(asked.map(textKey))
})
