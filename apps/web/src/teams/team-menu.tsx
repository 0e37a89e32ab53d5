import type { Team } from '@covo/contract/teams/teams.routes'
import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router'
import { call, describeError } from '../platform/api.ts'
import { useMember } from '../platform/member.ts'
import { memberScreens } from '../screens.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { showToast } from '../ui/toast.tsx'
import { refetchTeams } from './teams.queries.ts'
import { teamErrors, teamTexts } from './teams.texts.it.ts'

/** What a member can do with a team of theirs: the items that are the children, and leaving it. */
export function TeamMenu({ team, children }: { team: Team; children: ReactNode }) {
  const { uid } = useMember()
  const navigate = useNavigate()
  const opener = useRef<HTMLButtonElement>(null)
  const leaving = useRef<HTMLDialogElement>(null)

  function askToLeave() {
    // The dialog gives the focus back to where it was, and the menu's entry is gone by then.
    opener.current?.focus()
    leaving.current?.showModal()
  }

  async function leave() {
    await call('DELETE /api/teams/{teamId}/members/{uid}', { param: { teamId: team.id, uid } })
    showToast('done', teamTexts.left(team.name))
    // The page may be of a team that is no more: it is left before anything is fetched again.
    await navigate(memberScreens.teams.path)
    void refetchTeams()
  }

  return (
    <>
      <ActionMenu
        name={teamTexts.actions}
        position="bottom-end"
        target={
          <IconButton ref={opener} aria-label={teamTexts.more} aria-description={team.name}>
            <IconDots aria-hidden="true" />
          </IconButton>
        }
      >
        {children}
        <Menu.Item onClick={askToLeave}>{teamTexts.leave}</Menu.Item>
      </ActionMenu>
      <AlertDialog
        dialog={leaving}
        title={teamTexts.leave}
        text={leavingText(team)}
        cancel={teamTexts.stay}
        confirm={teamTexts.go}
        onConfirm={leave}
        describeFailure={(error) => describeError(error, teamErrors)}
      />
    </>
  )
}

function leavingText({ relation, members, successor }: Team) {
  if (members === 1) return teamTexts.leaveAsLast
  if (relation !== 'captain') return teamTexts.leaveText
  // The captain may not see who follows them.
  return teamTexts.leaveAsCaptain(<bdi key="name">{successor?.displayName ?? teamTexts.somebodyElse}</bdi>)
}
