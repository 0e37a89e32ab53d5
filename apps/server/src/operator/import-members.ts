import { isWebLink } from '@covo/contract/addresses'
import { parseEmail } from '@covo/contract/auth/auth.rules'
import { cleanName } from '@covo/contract/names'
import {
  isProfileLink,
  maximumBioLength,
  maximumDisplayNameLength,
  maximumProfileLineLength,
  maximumProfileLinks,
  parseProfileChanges,
} from '@covo/contract/profiles/profiles.rules'
import { skillsAmong } from '@covo/contract/skills'
import { isNameLongerThan, shortened } from '@covo/contract/text'
import type pg from 'pg'
import { defaultDisplayName } from '../auth/display-name.ts'
import { placeholderEmail } from '../platform/placeholder-email.ts'
import type { ImportReport } from './import-report.ts'
import { instantOf, textOf, textsOf, uuidOf } from './original-values.ts'
import { pagesOf } from './rows.ts'
import { type IncomingDocument, incomingOf } from './staging.ts'

/** The members in the database, and those of them that came with this import. */
export type Members = { all: Set<string>; imported: Set<string> }

export function memberId(original: string): string {
  return uuidOf('users', original)
}

const kind = 'users'

/** Adds the members that are not there yet. Nobody can sign in by it: each sets a password by the link of a mail. */
export async function importMembers(client: pg.ClientBase, report: ImportReport): Promise<Members> {
  const members: Members = { all: new Set(), imported: new Set() }
  for await (const page of pagesOf<{ id: string }>(client, 'select id from users'))
    for (const { id } of page) members.all.add(id)

  for await (const page of pagesOf<IncomingDocument>(client, incomingOf('users'))) {
    const rows = page.map((incoming) => memberRow(incoming, report))
    const { rows: stored } = await client.query<{ id: string; name: string }>(insertMembers, [
      JSON.stringify(rows),
    ])
    const names = new Map(stored.map(({ id, name }) => [id, name]))
    for (const { id, original, display_name } of rows) {
      if (names.has(id)) {
        members.all.add(id)
        members.imported.add(id)
        report.imported(kind, 1)
        if (names.get(id) !== display_name)
          report.putRight(kind, "the name is another member's or looks like it: it got a number", original)
      } else if (members.all.has(id)) report.present(kind, 1)
      else report.refused(kind, 'the email is that of another account', original)
    }
  }
  return members
}

const insertMembers = `
  insert into users (
    id, display_name, email, email_verified, photo_url, profession, city, phone, birth_date, bio, skills, links,
    created_at, updated_at, blocked_at, erased_at
  )
  select
    id, display_name, email, false, photo_url, profession, city, phone, birth_date, bio, skills, links,
    coalesce(created_at, now()), coalesce(updated_at, created_at, now()), blocked_at, erased_at
  from jsonb_to_recordset($1::jsonb) as row (
    id uuid, display_name text, email text, photo_url text, profession text, city text,
    phone text, birth_date date, bio text, skills text[], links text[], created_at timestamptz, updated_at timestamptz, blocked_at timestamptz,
    erased_at timestamptz
  )
  -- Of those whose names count as one the oldest keeps it.
  order by created_at, id
  on conflict do nothing
  returning id, display_name as name`

function memberRow({ id: original, document }: IncomingDocument, report: ImportReport) {
  const id = memberId(original)
  const putRight = (reason: string) => report.putRight(kind, reason, original)
  const cut = (field: string, maximum: number) => {
    const text = textOf(document[field])
    const short = shortened(text, maximum)
    if (short !== text) putRight(`${field} was cut`)
    return short
  }

  const typedEmail = textOf(document.email)
  const email = parseEmail(typedEmail).value ?? ''
  if (typedEmail && !email) putRight('the email is none: without one nobody can sign in')

  const name = nameOf(document, email)
  if (name.isChanged) putRight('displayName was cut, or held letters that nobody can see')

  const erasedAt = instantOf(document.erasedAt)
  const birthDate = textOf(document.dataNascita)
  const hasBirthDate = birthDate !== '' && isBirthDate(birthDate)
  if (birthDate && !hasBirthDate) putRight('dataNascita is no date: left empty')

  const photo = textOf(document.photoURL)
  const hasPhoto = photo.length <= 2000 && isWebLink(photo)
  if (photo && !hasPhoto) putRight('photoURL is no web address: left empty')
  const interests = textsOf(document.interessi)
  const known = skillsAmong(interests)
  if (known.length < interests.length) putRight('interessi outside of the list of skills: left out')
  const typedLinks = textsOf(document.links)
  const links = typedLinks.filter(isProfileLink).slice(0, maximumProfileLinks)
  if (links.length < typedLinks.length) putRight('links that a profile may not show: left out')

  return {
    id,
    original,
    display_name: name.text,
    email: email || placeholderEmail(`import ${original}`),
    photo_url: hasPhoto ? photo : null,
    profession: cut('professione', maximumProfileLineLength),
    city: cut('citta', maximumProfileLineLength),
    phone: cut('telefono', maximumProfileLineLength),
    birth_date: hasBirthDate ? birthDate : null,
    bio: cut('bio', maximumBioLength),
    skills: known,
    links,
    created_at: instantOf(document.createdAt),
    updated_at: instantOf(document.updatedAt),
    blocked_at: instantOf(document.blockedAt),
    erased_at: erasedAt,
  }
}

/** Specification, point 3: the name, else `nome`, else the default. */
function nameOf(document: Record<string, unknown>, email: string) {
  const typed = textOf(document.displayName) || textOf(document.nome)
  const short = cleanName(shortened(cleanName(typed), maximumDisplayNameLength))
  const text = short && !isNameLongerThan(short, maximumDisplayNameLength) ? short : defaultDisplayName(email)
  return { text, isChanged: typed !== '' && text !== typed }
}

function isBirthDate(dataNascita: string): boolean {
  return parseProfileChanges({ dataNascita }).problem === null
}

/**
 * Friendships and requests, of which each side's document has its own half. A wish of both is a friendship; a wish of one
 * is a request to the other, whatever list it stood in; a request that its sender doesn't know of is nobody's.
 */
export async function importFriends(
  client: pg.ClientBase,
  members: Members,
  report: ImportReport,
): Promise<void> {
  await client.query(`
    create temp table incoming_wishes (
      one uuid not null, other uuid not null, list text not null, is_fresh boolean not null
    ) on commit drop`)

  for await (const page of pagesOf<IncomingDocument>(client, incomingOf('users'))) {
    const wishes = page.flatMap((incoming) => wishesOf(incoming, members, report))
    await client.query(
      `insert into incoming_wishes select * from jsonb_to_recordset($1::jsonb)
       as row (one uuid, other uuid, list text, is_fresh boolean)`,
      [JSON.stringify(wishes)],
    )
  }
  await client.query('create index on incoming_wishes (one, other)')
  await client.query('analyze incoming_wishes')

  const count = async (kindOf: string, statement: string) => {
    const { rowCount } = await client.query(statement)
    report.imported(kindOf, rowCount ?? 0)
  }
  const remark = async (how: 'putRight' | 'refused', reason: string, query: string) => {
    for await (const page of pagesOf<{ one: string; other: string }>(client, query))
      for (const { one, other } of page) report[how]('friends', reason, `${one} ${other}`)
  }

  await client.query(`
    create temp table incoming_pairs on commit drop as
    select w.one, w.other, bool_or(list = 'friends') as as_friend, bool_or(is_fresh) as is_fresh,
      exists (
        select from incoming_wishes b where (b.one, b.other) = (w.other, w.one) and b.list <> 'incoming'
      ) as is_mutual
    from incoming_wishes w where list <> 'incoming' group by w.one, w.other`)

  await remark(
    'putRight',
    'a friendship that only one side has is a request',
    'select one, other from incoming_pairs where as_friend and not is_mutual and is_fresh',
  )
  await remark(
    'putRight',
    'requests that crossed are a friendship',
    'select one, other from incoming_pairs where not as_friend and is_mutual and is_fresh and one < other',
  )
  await remark(
    'refused',
    'a request that its sender does not have',
    `select other as one, w.one as other from incoming_wishes w
     where list = 'incoming' and is_fresh
       and not exists (select from incoming_pairs p where (p.one, p.other) in ((w.other, w.one), (w.one, w.other)))`,
  )
  await count(
    'friendships, from each side',
    `insert into friendships (user_id, friend_id) select one, other from incoming_pairs where is_mutual and is_fresh
     on conflict do nothing`,
  )
  await client.query(
    'delete from friend_requests r using friendships f where (f.user_id, f.friend_id) = (r.sender_id, r.recipient_id)',
  )
  await count(
    'friend requests',
    `insert into friend_requests (sender_id, recipient_id)
     select one, other from incoming_pairs p
     where not is_mutual and is_fresh
       and not exists (select from friendships f where (f.user_id, f.friend_id) = (p.one, p.other))
       and not exists (select from friend_requests r where (r.sender_id, r.recipient_id) = (p.other, p.one))
     on conflict do nothing`,
  )
}

function wishesOf(
  { id: original, document }: IncomingDocument,
  { all, imported }: Members,
  report: ImportReport,
): { one: string; other: string; list: string; is_fresh: boolean }[] {
  const one = memberId(original)
  if (!all.has(one)) return []
  const { incoming, outgoing } = (document.friendRequests ?? {}) as Record<string, unknown>
  return Object.entries({ friends: document.friends, outgoing, incoming }).flatMap(([list, others]) =>
    textsOf(others).flatMap((originalOther) => {
      const other = memberId(originalOther)
      const isMember = all.has(other)
      if (!isMember) report.refused('friends', 'somebody who is no member', `${original} ${originalOther}`)
      if (other === one) report.refused('friends', 'oneself', original)
      if (!isMember || other === one) return []
      // Changes between two members since an earlier import are left alone.
      return [{ one, other, list, is_fresh: imported.has(one) || imported.has(other) }]
    }),
  )
}
