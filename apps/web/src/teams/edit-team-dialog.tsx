import type { Team } from '@covo/contract/teams/teams.routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call, describeError } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { fieldsOf, type TeamFields, TeamForm, type TeamValues } from './team-form.tsx'
import { refetchTeams, teamQuery } from './teams.queries.ts'
import { teamErrors, teamsTexts } from './teams.texts.it.ts'

type Props = { team: Team; onClose: () => void }

/** The dialog in which a team is changed. What is typed stays when it changes meanwhile. */
export function EditTeamDialog({ isOpen, ...form }: Props & { isOpen: boolean }) {
  return (
    <Dialog
      title={teamsTexts.edit}
      closeLabel={teamsTexts.close}
      opened={isOpen}
      onClose={form.onClose}
      closeOnClickOutside={false}
    >
      <EditTeamForm {...form} />
    </Dialog>
  )
}

function EditTeamForm({ team, onClose }: Props) {
  const queryClient = useQueryClient()
  /** The team as it was read, and the fields as they are filled at first: own changes stay over a newer one. */
  const [read, setRead] = useState(() => ({ team, initial: fieldsOf(team) }))
  const typed = useRef(read.initial)
  const saving = useMutation({
    mutationFn: (values: TeamValues) =>
      call('PATCH /api/teams/{teamId}', {
        param: { teamId: team.id },
        json: { version: read.team.version, ...changesOf(values, read.team) },
      }),
    onSuccess: async () => {
      onClose()
      await refetchTeams()
    },
  })
  const reloading = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...teamQuery(team.id), staleTime: 0 }),
    onSuccess: (newer) => {
      const before = fieldsOf(read.team)
      const own = Object.entries(typed.current).filter(
        ([field, value]) => !isSame(value, before[field as keyof TeamFields]),
      )
      const initial = { ...fieldsOf(newer), ...Object.fromEntries(own) }
      typed.current = initial
      saving.reset()
      setRead({ team: newer, initial })
    },
  })
  // While the form is being saved, a newer version may be its own, whose news came before the answer.
  const isChanged = team.version > read.team.version && !saving.isPending && !saving.isSuccess
  const isOld =
    isChanged || (saving.error instanceof ApiError && saving.error.code === 'teams.changed_meanwhile')
  const failure = reloading.error ?? saving.error

  return (
    <TeamForm
      key={read.team.version}
      initial={read.initial}
      members={team.members}
      isBusy={saving.isPending || reloading.isPending}
      failure={
        isOld && !reloading.error ? (
          <>
            <span>{teamErrors['teams.changed_meanwhile']}</span>{' '}
            <Button size="small" busy={reloading.isPending} onClick={() => reloading.mutate()}>
              {teamsTexts.reloadAndKeep}
            </Button>
          </>
        ) : (
          failure && describeError(failure, teamErrors)
        )
      }
      submit={teamsTexts.save}
      onChange={(fields) => {
        typed.current = fields
      }}
      onCancel={onClose}
      onSubmit={(values) => saving.mutate(values)}
    />
  )
}

/** The fields that were changed. That it looks for members is said again each time: it lasts for a month. */
function changesOf(values: TeamValues, before: Team): Partial<TeamValues> {
  const changed = (Object.keys(values) as (keyof TeamValues)[]).filter(
    (field) => !isSame(values[field], before[field]) || (field === 'isLooking' && values.isLooking),
  )
  return Object.fromEntries(changed.map((field) => [field, values[field]]))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
