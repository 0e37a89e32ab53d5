import type { Team } from '@covo/contract/teams/teams.routes'
import { useMutation } from '@tanstack/react-query'
import { call, describeError } from '../platform/api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { newTeam, TeamForm, type TeamValues } from './team-form.tsx'
import { refetchTeams } from './teams.queries.ts'
import { teamErrors, teamsTexts } from './teams.texts.it.ts'

type Props = {
  /** An event that the team enters at once. */
  eventId?: string
  onClose: () => void
  onCreated: (team: Team) => void
}

/** The dialog in which a team is made. */
export function CreateTeamDialog({ isOpen, ...form }: Props & { isOpen: boolean }) {
  return (
    <Dialog
      title={teamsTexts.create}
      closeLabel={teamsTexts.close}
      opened={isOpen}
      onClose={form.onClose}
      closeOnClickOutside={false}
    >
      <CreateTeamForm {...form} />
    </Dialog>
  )
}

function CreateTeamForm({ eventId, onClose, onCreated }: Props) {
  const creation = useMutation({
    mutationFn: (values: TeamValues) =>
      call('POST /api/teams', { json: { ...values, ...(eventId && { eventId }) } }),
    onSuccess: (team) => {
      void refetchTeams()
      onCreated(team)
    },
  })
  return (
    <TeamForm
      initial={newTeam}
      isBusy={creation.isPending}
      failure={creation.error && describeError(creation.error, teamErrors)}
      submit={teamsTexts.submit}
      onCancel={onClose}
      onSubmit={(values) => creation.mutate(values)}
    />
  )
}
