import { type ComponentType, lazy, useState } from 'react'

/** A screen whose script is loaded when it is shown, or before, by `load`: then it is shown at once. */
export type LazyScreen = ComponentType & { load: () => Promise<unknown> }

/** @param load imports a module whose only export is the screen */
export function lazyScreen(load: () => Promise<Record<string, ComponentType>>): LazyScreen {
  let Loaded: ComponentType | undefined
  async function remember(): Promise<{ default: ComponentType }> {
    const [Screen] = Object.values(await load())
    if (!Screen) throw new Error('a module without a screen')
    Loaded = Screen
    return { default: Screen }
  }
  // Where the script is there already, React's own would still show the fallback, and for 300 ms.
  const Lazy = lazy(remember)
  function Screen() {
    const [Shown] = useState(() => Loaded ?? Lazy)
    return <Shown />
  }
  return Object.assign(Screen, { load: remember })
}
