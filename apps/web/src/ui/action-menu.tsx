import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { Menu, type MenuProps } from '@mantine/core'
import {
  type CSSProperties,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useLayoutEffect,
} from 'react'
import styles from './action-menu.module.css'

/** A menu of actions, beside the button that opens it. */
export function ActionMenu({
  name,
  target,
  className = '',
  style,
  children,
  ...menu
}: {
  name: string
  target: ReactElement
  className?: string | undefined
  style?: CSSProperties | undefined
  children: ReactNode
} & Pick<MenuProps, 'opened' | 'onChange' | 'position' | 'floatingStrategy' | 'returnFocus'>) {
  const nameId = useId()
  return (
    <Menu
      {...menu}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
      // A key that opens it is pressed outside, and would close it at once.
      clickOutsideEvents={['mousedown', 'touchstart']}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: `${styles.menu} ${className}`, item: styles.item ?? '' }}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown aria-labelledby={nameId} style={style}>
        <p id={nameId} hidden>
          {name}
        </p>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The target of a menu whose button was there before its code. */
export function MenuAnchor({ element, ref }: { element: HTMLElement | null; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
  }, [element, ref])
  return null
}
