import type { Team, TeamOfCode } from '@covo/contract/teams/teams.routes'
import { readTeamCode } from '@covo/contract/teams/teams.rules'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, call, describeError } from '../platform/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { TextField } from '../ui/field.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './team-parts.module.css'
import { Places, TeamArch } from './team-parts.tsx'
import { isMemberOf, refetchTeams } from './teams.queries.ts'
import { teamErrors, teamsTexts, teamTexts } from './teams.texts.it.ts'

type Entered = Pick<Team, 'id'>
type Props = { onClose: () => void; onEntered: (team: Entered) => void }

/**
 * The dialog in which a code of a team is typed, and which asks whether to enter it.
 * @param code as a link has it, or empty; null: the dialog is closed
 */
export function CodeDialog({ code, ...form }: Props & { code: string | null }) {
  return (
    <Dialog
      title={teamsTexts.haveCode}
      closeLabel={teamsTexts.close}
      opened={code !== null}
      onClose={form.onClose}
      className={styles.small}
    >
      <CodeForm linked={code ?? ''} {...form} />
    </Dialog>
  )
}

function CodeForm({ linked, onClose, onEntered }: Props & { linked: string }) {
  const [typed, setTyped] = useState(linked)
  const finding = useMutation({
    mutationFn: async (text: string) => {
      // What can't be a code counts as none of the tries.
      if (readTeamCode(text) === null) throw new ApiError('teams.code_invalid', {})
      return await call('POST /api/teams/code', { json: { code: text } })
    },
    onSuccess: (team) => {
      if (isMemberOf(team)) onEntered(team)
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is followed once
  useEffect(() => {
    if (linked) finding.mutate(linked)
  }, [])

  if (finding.data)
    return <Question team={finding.data} code={typed} onClose={onClose} onEntered={onEntered} />
  return (
    <DialogForm
      isBusy={finding.isPending}
      failure={null}
      cancel={teamsTexts.cancel}
      submit={teamsTexts.proceed}
      onCancel={onClose}
      onSubmit={() => finding.mutate(typed)}
    >
      <TextField
        label={teamsTexts.code}
        data-autofocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={teamsTexts.codeHint}
        maxLength={50}
        value={typed}
        error={finding.error && describeError(finding.error, teamErrors)}
        onChange={({ currentTarget: { value } }) => {
          finding.reset()
          setTyped(value)
        }}
      />
    </DialogForm>
  )
}

function Question({ team, code, onClose, onEntered }: Props & { team: TeamOfCode; code: string }) {
  const joining = useMutation({
    mutationFn: () => call('POST /api/teams/join', { json: { code } }),
    onSuccess: (entered) => {
      void refetchTeams()
      showToast('done', teamTexts.joined(entered.name))
      onEntered(entered)
    },
  })
  return (
    <DialogForm
      isBusy={joining.isPending}
      failure={joining.error && describeError(joining.error, teamErrors)}
      cancel={teamsTexts.notNow}
      submit={teamsTexts.enter}
      autoFocusesSubmit
      onCancel={onClose}
      onSubmit={() => joining.mutate()}
    >
      <div className={styles.asked}>
        <TeamArch team={team} isLarge />
        <div>
          <p className={styles.question}>{teamsTexts.askToEnter(<bdi key="name">{team.name}</bdi>)}</p>
          {team.captain && (
            <p>
              <span>{teamsTexts.captainIs}</span>
              <bdi>{team.captain.displayName}</bdi>
            </p>
          )}
          <Places team={team} />
        </div>
      </div>
    </DialogForm>
  )
}
