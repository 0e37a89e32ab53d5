import type { EventTeam, EventTeamPage, TeamSeeker } from '@covo/contract/teams/event-teams.routes'
import { parseTeamRequest } from '@covo/contract/teams/teams.rules'
import { Menu, Textarea } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { call, describeError } from '../platform/api.ts'
import { useMember } from '../platform/member.ts'
import { editProfilePath } from '../screens.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Contained } from '../ui/error-boundary.tsx'
import { MoreButton, type MoreList } from '../ui/more-button.tsx'
import { PersonLink } from '../ui/person-link.tsx'
import styles from './event-teams.module.css'
import parts from './team-parts.module.css'
import { SoughtSkills } from './team-parts.tsx'
import shared from './teams.module.css'
import { refetchTeams, useTeamAct } from './teams.queries.ts'
import { eventTeamsTexts, teamErrors, teamsTexts, teamTexts } from './teams.texts.it.ts'

/**
 * The participants of an event who look for a team: a captain of an entered one invites them, and a participant who plays for none
 * says that they look for one, or no longer do. Nothing at an event that is closed, where nobody did.
 */
export function TeamSeekers({
  eventId,
  page: { event, own },
  people,
  list,
}: {
  eventId: string
  page: EventTeamPage
  people: readonly TeamSeeker[]
  list: MoreList
}) {
  const headingId = useId()
  const [isAsking, setIsAsking] = useState(false)
  /** What was typed stays while the screen is there. */
  const [text, setText] = useState('')
  const stopping = useTeamAct(() => call('DELETE /api/events/{eventId}/looking', { param: { eventId } }))
  const led = event.isOpen ? own.filter(({ relation }) => relation === 'captain') : []
  const { looking } = event
  const mayLook = event.isOpen && event.takesPart && (looking !== null || event.playsFor === null)
  if (people.length === 0 && !event.isOpen) return null
  return (
    <section className={shared.region} aria-labelledby={headingId}>
      <div className={styles.tools}>
        <h2 id={headingId}>{eventTeamsTexts.seekers}</h2>
        {mayLook && (
          <Button
            size="small"
            variant={looking === null ? 'secondary' : 'quiet'}
            busy={stopping.isPending}
            onClick={() => {
              if (looking === null) return setIsAsking(true)
              setText(looking)
              stopping.mutate()
            }}
          >
            {looking === null ? eventTeamsTexts.seek : eventTeamsTexts.stopSeeking}
          </Button>
        )}
      </div>
      {people.length === 0 ? (
        <p className={shared.none}>{eventTeamsTexts.noSeekers}</p>
      ) : (
        <ul className={styles.people} aria-label={eventTeamsTexts.seekers}>
          {people.map((person) => (
            <Contained as="li" key={person.uid}>
              <Seeker person={person} led={led} />
            </Contained>
          ))}
        </ul>
      )}
      <MoreButton
        list={list}
        label={eventTeamsTexts.moreSeekers}
        failure={eventTeamsTexts.moreSeekersFailed}
      />
      <Dialog
        title={eventTeamsTexts.seek}
        closeLabel={teamsTexts.close}
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        closeOnClickOutside={false}
      >
        <SeekForm eventId={eventId} text={text} onText={setText} onClose={() => setIsAsking(false)} />
      </Dialog>
    </section>
  )
}

/** @param led the teams into which the viewer may invite */
function Seeker({ person, led }: { person: TeamSeeker; led: readonly EventTeam[] }) {
  const nameId = useId()
  const { uid: viewer } = useMember()
  const { uid, displayName, photoURL, skills, text, invitedTo, joined } = person
  const inviting = useTeamAct((teamId: string) =>
    call('PUT /api/teams/{teamId}/invited/{uid}', { param: { teamId, uid } }),
  )
  const isOwn = uid === viewer
  const standing =
    invitedTo.length > 0 ? eventTeamsTexts.invited : joined.length > 0 ? eventTeamsTexts.joined : null
  const open = led.filter(({ id }) => !invitedTo.includes(id) && !joined.includes(id))
  return (
    <li className={styles.seeker}>
      <span className={styles.person}>
        <PersonLink uid={uid} isDecoration>
          <Avatar person={{ uid, name: displayName, photoURL }} />
        </PersonLink>
        <PersonLink uid={uid}>
          <bdi id={nameId}>{displayName}</bdi>
        </PersonLink>
        {isOwn && <span className={styles.you}>{teamTexts.you}</span>}
      </span>
      {text && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <SoughtSkills skills={skills} label={eventTeamsTexts.skills} isBrief />
      {!isOwn && led.length > 0 && (
        <div className={styles.inviting}>
          {/* It is there all the time, so that what comes into it is read aloud. */}
          <p role="status" className={styles.state}>
            {standing && <IconCheck aria-hidden="true" />}
            {standing && <span>{standing}</span>}
          </p>
          {open.length > 0 && (
            <Invite
              teams={open}
              isChoice={led.length > 1}
              isBusy={inviting.isPending}
              nameId={nameId}
              onInvite={(teamId) => inviting.mutate(teamId)}
            />
          )}
        </div>
      )}
    </li>
  )
}

/**
 * The button that invites into the one team, or a menu.
 * @param isChoice whether the viewer leads several: the one that is left is named
 */
function Invite({
  teams,
  isChoice,
  isBusy,
  nameId,
  onInvite,
}: {
  teams: readonly EventTeam[]
  isChoice: boolean
  isBusy: boolean
  nameId: string
  onInvite: (teamId: string) => void
}) {
  const [only] = teams
  if (only && !isChoice)
    return (
      <Button size="small" busy={isBusy} aria-describedby={nameId} onClick={() => onInvite(only.id)}>
        {eventTeamsTexts.invite}
      </Button>
    )
  return (
    <ActionMenu
      name={eventTeamsTexts.inviteInto}
      target={
        <Button size="small" busy={isBusy} aria-describedby={nameId}>
          {eventTeamsTexts.invite}
          <IconChevronDown aria-hidden="true" />
        </Button>
      }
    >
      {teams.map(({ id, name }) => (
        <Menu.Item key={id} onClick={() => onInvite(id)}>
          <bdi>{name}</bdi>
        </Menu.Item>
      ))}
    </ActionMenu>
  )
}

function SeekForm({
  eventId,
  text,
  onText,
  onClose,
}: {
  eventId: string
  text: string
  onText: (text: string) => void
  onClose: () => void
}) {
  const { interessi = [] } = useMember()
  const [isTooLong, setIsTooLong] = useState(false)
  const seeking = useMutation({
    mutationFn: () => call('PUT /api/events/{eventId}/looking', { param: { eventId }, json: { text } }),
    onSuccess: async () => {
      onClose()
      await refetchTeams()
    },
  })
  return (
    <DialogForm
      isBusy={seeking.isPending}
      failure={
        isTooLong ? eventTeamsTexts.textProblem : seeking.error && describeError(seeking.error, teamErrors)
      }
      cancel={teamsTexts.cancel}
      submit={eventTeamsTexts.publish}
      onCancel={onClose}
      onSubmit={() => {
        const isRefused = parseTeamRequest(text).problem !== null
        setIsTooLong(isRefused)
        if (!isRefused) seeking.mutate()
      }}
    >
      <Textarea
        label={teamsTexts.presentation}
        data-autofocus
        autosize
        minRows={3}
        maxRows={6}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setIsTooLong(false)
          onText(value)
        }}
      />
      <div className={styles.skills}>
        <p className={styles.label}>{eventTeamsTexts.skills}</p>
        {interessi.length > 0 ? (
          <ul className={parts.skills} aria-label={eventTeamsTexts.skills}>
            {interessi.map((skill) => (
              <li key={skill}>{skill}</li>
            ))}
          </ul>
        ) : (
          <p>{eventTeamsTexts.noSkills}</p>
        )}
        <p>
          <Link to={editProfilePath}>{teamsTexts.mySkills}</Link>
        </p>
      </div>
    </DialogForm>
  )
}
