import './mantine.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from './theme.ts'

// Its text areas that grow listen for fonts: a browser without them has none to wait for.
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() })

/** Mantine without the style elements that it would write into the page: the content security policy forbids them. */
export function Mantine({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
