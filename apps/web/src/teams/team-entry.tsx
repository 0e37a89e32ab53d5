import type { Team } from '@covo/contract/teams/teams.routes'
import { parseTeamRequest } from '@covo/contract/teams/teams.rules'
import { Textarea } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, describeError } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './team.module.css'
import { refetchTeams, useTeamAct } from './teams.queries.ts'
import { requestProblem, teamErrors, teamsTexts, teamTexts } from './teams.texts.it.ts'

/** The way into a team for who isn't in it: a request, one that waits, or an invitation. */
export function TeamEntry({ team }: { team: Team }) {
  const { relation, members, maximum } = team
  const isFull = relation === 'none' && members >= maximum
  return (
    <>
      <p role="status" className={styles.state}>
        {relation === 'requested' && <IconCheck aria-hidden="true" />}
        <span>{isFull ? teamTexts.full : teamTexts.states[relation]}</span>
      </p>
      {relation === 'invited' && <Invitation team={team} />}
      {relation === 'requested' && <Requested team={team} />}
      {relation === 'none' && !isFull && <Ask team={team} />}
    </>
  )
}

function Invitation({ team: { id, name } }: { team: Team }) {
  const param = { teamId: id }
  const accepting = useTeamAct(async () => {
    await call('POST /api/teams/{teamId}/invited/accept', { param })
    showToast('done', teamTexts.joined(name))
  })
  const rejecting = useTeamAct(() => call('POST /api/teams/{teamId}/invited/reject', { param }))
  return (
    <>
      <Button variant="primary" busy={accepting.isPending} onClick={() => accepting.mutate()}>
        {teamTexts.enter}
      </Button>
      <Button variant="quiet" busy={rejecting.isPending} onClick={() => rejecting.mutate()}>
        {teamTexts.refuseInvitation}
      </Button>
    </>
  )
}

function Requested({ team: { id } }: { team: Team }) {
  const withdrawing = useTeamAct(() => call('DELETE /api/teams/{teamId}/requests', { param: { teamId: id } }))
  return (
    <Button busy={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
      {teamTexts.withdraw}
    </Button>
  )
}

function Ask({ team }: { team: Team }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setIsAsking(true)}>
        {teamTexts.ask}
      </Button>
      <Dialog
        title={teamTexts.ask}
        closeLabel={teamsTexts.close}
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        closeOnClickOutside={false}
      >
        <RequestForm id={team.id} onClose={() => setIsAsking(false)} />
      </Dialog>
    </>
  )
}

function RequestForm({ id, onClose }: { id: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const asking = useMutation({
    mutationFn: () => call('POST /api/teams/{teamId}/requests', { param: { teamId: id }, json: { text } }),
    onSuccess: async () => {
      onClose()
      await refetchTeams()
    },
  })
  return (
    <DialogForm
      isBusy={asking.isPending}
      failure={problem ?? (asking.error && describeError(asking.error, teamErrors))}
      cancel={teamsTexts.cancel}
      submit={teamTexts.sendRequest}
      onCancel={onClose}
      onSubmit={() => {
        const isTooLong = parseTeamRequest(text).problem !== null
        setProblem(isTooLong ? requestProblem : null)
        if (!isTooLong) asking.mutate()
      }}
    >
      <Textarea
        label={teamTexts.message}
        data-autofocus
        autosize
        minRows={3}
        maxRows={6}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setProblem(null)
          setText(value)
        }}
      />
    </DialogForm>
  )
}
