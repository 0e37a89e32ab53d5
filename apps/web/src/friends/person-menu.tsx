import { Menu } from '@mantine/core'
import { IconDots, IconUserMinus } from '@tabler/icons-react'
import { useRef } from 'react'
import { ActionMenu } from '../ui/action-menu.tsx'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { friendsTexts } from './friends.texts.it.ts'

/** What is seldom done with a friend. `nameId` lets the button be described by the name. */
export function PersonMenu({
  name,
  nameId,
  isBusy,
  onRemove,
}: {
  name: string
  nameId: string
  isBusy: boolean
  onRemove: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  function ask() {
    // The dialog gives the focus back to where it was, and the menu's entry is gone by then.
    opener.current?.focus()
    dialog.current?.showModal()
  }

  return (
    <>
      <ActionMenu
        name={friendsTexts.personActions}
        position="bottom-end"
        target={
          <Button
            ref={opener}
            variant="quiet"
            busy={isBusy}
            aria-label={friendsTexts.moreActions}
            aria-describedby={nameId}
          >
            <IconDots aria-hidden="true" />
          </Button>
        }
      >
        <Menu.Item leftSection={<IconUserMinus aria-hidden="true" />} onClick={ask}>
          {friendsTexts.remove}
        </Menu.Item>
      </ActionMenu>
      <AlertDialog
        dialog={dialog}
        title={friendsTexts.remove}
        text={friendsTexts.removeWarning(<bdi key="name">{name}</bdi>)}
        cancel={friendsTexts.cancel}
        confirm={friendsTexts.confirmRemoval}
        onConfirm={onRemove}
      />
    </>
  )
}
