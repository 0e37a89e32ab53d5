import { IconPaperclip } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { type ChosenFiles, filesOfList } from './chosen-files.ts'
import { attachTexts } from './files.texts.it.ts'

const AttachMenu = lazy(() => import('./attach-menu.tsx').then((module) => ({ default: module.AttachMenu })))

/** What the system is asked for. */
export type FileChoice = { accept: string; isCamera: boolean }

/** Opens the chooser of files, or under a finger the menu of what may be chosen. */
export function AttachButton({
  className,
  onChoose,
}: {
  className: string | undefined
  onChoose: (chosen: ChosenFiles) => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isMenuOpen, setIsMenuOpen] = useState<boolean | null>(null)

  function choose({ accept, isCamera }: FileChoice) {
    const field = input.current
    if (!field) return
    field.accept = accept
    field.multiple = !isCamera
    if (isCamera) field.setAttribute('capture', 'environment')
    else field.removeAttribute('capture')
    field.click()
  }

  return (
    <>
      <IconButton
        ref={button}
        className={className}
        aria-label={attachTexts.attach}
        title={attachTexts.attach}
        {...(isMenuOpen !== null && { 'aria-haspopup': 'menu', 'aria-expanded': isMenuOpen })}
        onClick={() => {
          if (matchMedia('(pointer: coarse)').matches) setIsMenuOpen(true)
          else choose({ accept: '', isCamera: false })
        }}
      >
        <IconPaperclip aria-hidden="true" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={attachTexts.attach}
        onChange={({ currentTarget }) => {
          const chosen = filesOfList(currentTarget.files ?? [])
          // The same file may be chosen again.
          currentTarget.value = ''
          if (chosen.files.length > 0) onChoose(chosen)
        }}
      />
      {isMenuOpen !== null && (
        <Suspense>
          <AttachMenu
            button={button as RefObject<HTMLButtonElement>}
            isOpen={isMenuOpen}
            onChoose={choose}
            onClose={() => {
              setIsMenuOpen(false)
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
