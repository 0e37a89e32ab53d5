import type { TeamNotification } from './notifications.routes.ts'

type Line = { team: string; name: string; title: string }

const lines: Record<TeamNotification['kind'], (line: Line) => string> = {
  team_requested: ({ team, name }) => `${name} chiede di entrare in "${team}".`,
  team_invited: ({ team, name }) => `${name} ti invita nella squadra "${team}".`,
  team_joined: ({ team }) => `Fai parte della squadra "${team}".`,
  team_rejected: ({ team }) => `La tua richiesta a "${team}" non è stata accettata.`,
  team_removed: ({ team }) => `Non fai più parte della squadra "${team}".`,
  team_captain: ({ team }) => `Ora guidi tu la squadra "${team}".`,
  team_captain_changed: ({ team, name }) => `${name} ora guida la squadra "${team}".`,
  team_entered: ({ team, title }) => `"${team}" partecipa a "${title}".`,
  team_mentioned: ({ team, name }) => `${name} ti ha menzionato in "${team}".`,
  team_replied: ({ team, name }) => `${name} ti ha risposto in "${team}".`,
}

type Subject = Pick<TeamNotification, 'kind' | 'team' | 'author' | 'event'>

/** The sentence of a notification about a team: a line of 'Notifiche' and a push. */
export function teamLine(subject: Subject): string {
  return teamLineParts(subject).join('')
}

/** No text has it: the database stores none. */
const edge = '\0'

/** The same in parts, of which each second one is a name or a title. */
export function teamLineParts({ kind, team, author, event }: Subject): string[] {
  const bounded = (part: string) => `${edge}${part}${edge}`
  return lines[kind]({
    team: bounded(team),
    name: bounded(author?.displayName || 'Utente'),
    title: bounded(event?.title ?? ''),
  }).split(edge)
}
