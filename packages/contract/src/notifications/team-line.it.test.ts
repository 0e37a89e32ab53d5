import { expect, it } from 'vitest'
import { teamNoticeKinds } from './notifications.rules.ts'
import { teamLine, teamLineParts } from './team-line.it.ts'

const event = { id: 'finale', title: 'Finale' }
const author = { uid: 'anna', displayName: 'Anna' }

it.each([
  ['team_requested', 'Anna chiede di entrare in "Volpi".'],
  ['team_invited', 'Anna ti invita nella squadra "Volpi".'],
  ['team_joined', 'Fai parte della squadra "Volpi".'],
  ['team_rejected', 'La tua richiesta a "Volpi" non è stata accettata.'],
  ['team_removed', 'Non fai più parte della squadra "Volpi".'],
  ['team_captain', 'Ora guidi tu la squadra "Volpi".'],
  ['team_captain_changed', 'Anna ora guida la squadra "Volpi".'],
  ['team_entered', '"Volpi" partecipa a "Finale".'],
  ['team_mentioned', 'Anna ti ha menzionato in "Volpi".'],
  ['team_replied', 'Anna ti ha risposto in "Volpi".'],
] as const)('says of %s: %s', (kind, sentence) => {
  expect(teamLine({ kind, team: 'Volpi', author, event })).toBe(sentence)
})

it('has each name as a part of its own', () => {
  for (const kind of teamNoticeKinds) {
    const parts = teamLineParts({ kind, team: 'Volpi', author, event })
    const names = ['Anna', 'Finale', 'Volpi'].filter((name) => parts.includes(name))
    expect(parts.filter((_, place) => place % 2 === 1).toSorted()).toEqual(names)
  }
})
