import { Menu } from '@mantine/core'
import { IconDots, IconFlag, IconUser, IconUserCancel, IconUserMinus } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { blockTexts } from '../platform/blocks.texts.it.ts'
import { reportTexts } from '../platform/reports.texts.it.ts'
import { profilePath } from '../screens.ts'
import { ActionMenu } from './action-menu.tsx'
import { AlertDialog } from './alert-dialog.tsx'
import { BlockDialog, useUnblock } from './block-dialog.tsx'
import { Button } from './button.tsx'
import { personTexts } from './person.texts.it.ts'
import { Report } from './report.tsx'

/** The rare actions on a member. `nameId` lets the button be described by the name. */
export function PersonMenu({
  person,
  nameId,
  size,
  isBusy = false,
  isBlocked = false,
  isOnProfile = false,
  onRemove,
  onBlocked,
}: {
  person: { uid: string; name: string }
  nameId: string
  /** Of the button. */
  size?: 'small'
  isBusy?: boolean
  isBlocked?: boolean
  /** Whether the page is the member's profile. */
  isOnProfile?: boolean
  /** Left out for a member who is no friend. */
  onRemove?: (() => void) | undefined
  onBlocked?: () => unknown
}) {
  const removal = useRef<HTMLDialogElement>(null)
  const block = useRef<HTMLDialogElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isReporting, setIsReporting] = useState(false)
  const navigate = useNavigate()
  const unblocking = useUnblock(person)
  const name = <bdi key="name">{person.name}</bdi>

  function ask(dialog: RefObject<HTMLDialogElement | null>) {
    // The dialog gives the focus back to where it was, and the menu's entry is gone by then.
    opener.current?.focus()
    dialog.current?.showModal()
  }

  return (
    <>
      <ActionMenu
        name={personTexts.actions}
        position="bottom-end"
        target={
          <Button
            ref={opener}
            variant="quiet"
            {...(size && { size })}
            busy={isBusy || unblocking.isPending}
            aria-label={personTexts.more}
            aria-describedby={nameId}
          >
            <IconDots aria-hidden="true" />
          </Button>
        }
      >
        {!isOnProfile && !isBlocked && (
          <Menu.Item
            leftSection={<IconUser aria-hidden="true" />}
            onClick={() => navigate(profilePath(person.uid))}
          >
            {personTexts.profile}
          </Menu.Item>
        )}
        {onRemove && (
          <Menu.Item leftSection={<IconUserMinus aria-hidden="true" />} onClick={() => ask(removal)}>
            {personTexts.remove}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconUserCancel aria-hidden="true" />}
          onClick={isBlocked ? unblocking.unblock : () => ask(block)}
        >
          {isBlocked ? blockTexts.unblock : blockTexts.block}
        </Menu.Item>
        {!isBlocked && (
          <Menu.Item leftSection={<IconFlag aria-hidden="true" />} onClick={() => setIsReporting(true)}>
            {reportTexts.report}
          </Menu.Item>
        )}
      </ActionMenu>
      {onRemove && (
        <AlertDialog
          dialog={removal}
          title={personTexts.remove}
          text={personTexts.removeWarning(name)}
          cancel={personTexts.cancel}
          confirm={personTexts.confirmRemoval}
          onConfirm={onRemove}
        />
      )}
      <Report
        isOpen={isReporting}
        subject={{ kind: 'member', id: person.uid }}
        person={person}
        onClose={() => {
          setIsReporting(false)
          opener.current?.focus()
        }}
        onBlocked={onBlocked}
      />
      <BlockDialog dialog={block} person={person} {...(onBlocked && { onBlocked })} />
    </>
  )
}
