import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { Menu } from '@mantine/core'
import { IconDots, IconUserMinus } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { AlertDialog } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import styles from './friends.module.css'
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
  const menuId = useId()

  function ask() {
    // The dialog gives the focus back to where it was, and the menu's entry is gone by then.
    opener.current?.focus()
    dialog.current?.showModal()
  }

  return (
    <>
      <Menu
        position="bottom-end"
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        menuItemTabIndex={0}
        transitionProps={{ duration: 0 }}
        classNames={{ dropdown: styles.menu ?? '', item: styles.menuItem ?? '' }}
      >
        <Menu.Target>
          <Button
            ref={opener}
            variant="quiet"
            busy={isBusy}
            aria-label={friendsTexts.moreActions}
            aria-describedby={nameId}
          >
            <IconDots aria-hidden="true" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-labelledby={menuId}>
          <p id={menuId} hidden>
            {friendsTexts.personActions}
          </p>
          <Menu.Item leftSection={<IconUserMinus aria-hidden="true" />} onClick={ask}>
            {friendsTexts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
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
