import { Menu } from '@mantine/core'
import { IconCamera, IconFile, IconPhoto } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { ActionMenu, MenuAnchor } from '../../ui/action-menu.tsx'
import type { FileChoice } from './attach-button.tsx'
import { menuTexts } from './attachments.texts.it.ts'
import { attachTexts } from './files.texts.it.ts'

const pictures = 'image/*'

/** What a finger may choose: the system's gallery, camera or files. */
export function AttachMenu({
  button,
  isOpen,
  onChoose,
  onClose,
}: {
  button: RefObject<HTMLButtonElement>
  isOpen: boolean
  onChoose: (choice: FileChoice) => void
  onClose: () => void
}) {
  return (
    <ActionMenu
      name={attachTexts.attach}
      target={<MenuAnchor element={button.current} />}
      opened={isOpen}
      onChange={(isOpening) => !isOpening && onClose()}
      position="top-start"
      floatingStrategy="fixed"
      returnFocus={false}
    >
      <Menu.Item
        leftSection={<IconPhoto aria-hidden="true" />}
        onClick={() => onChoose({ accept: pictures, isCamera: false })}
      >
        {menuTexts.gallery}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconCamera aria-hidden="true" />}
        onClick={() => onChoose({ accept: pictures, isCamera: true })}
      >
        {menuTexts.camera}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFile aria-hidden="true" />}
        onClick={() => onChoose({ accept: '', isCamera: false })}
      >
        {menuTexts.file}
      </Menu.Item>
    </ActionMenu>
  )
}
