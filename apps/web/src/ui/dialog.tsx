import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { Modal, type ModalRootProps } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'

const rise = {
  in: { opacity: 1, transform: 'translateY(0)' },
  out: { opacity: 0, transform: 'translateY(8px)' },
  transitionProperty: 'opacity, transform',
}

/** A dialog over the page, which Escape closes and, by default, a press beside it. */
export function Dialog({
  title,
  closeLabel,
  className = '',
  innerClassName = '',
  children,
  ...root
}: {
  title: ReactNode
  /** The name of the button in its head that closes it; without one there is none. */
  closeLabel?: string
  className?: string | undefined
  /** Of the element that places the dialog in the window. */
  innerClassName?: string | undefined
  children: ReactNode
} & Pick<ModalRootProps, 'opened' | 'onClose' | 'returnFocus' | 'closeOnClickOutside'>) {
  return (
    <Modal.Root
      {...root}
      // Locking would write a style element into the page, and the page itself never scrolls.
      lockScroll={false}
      transitionProps={{ transition: rise, duration: 180, timingFunction: 'ease-out' }}
      classNames={{
        overlay: styles.overlay ?? '',
        inner: innerClassName,
        content: `${styles.dialog} ${className}`,
        title: styles.title ?? '',
        close: styles.close ?? '',
      }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <div className={styles.head}>
          <Modal.Title>{title}</Modal.Title>
          {closeLabel && <Modal.CloseButton aria-label={closeLabel} />}
        </div>
        {children}
      </Modal.Content>
    </Modal.Root>
  )
}
