import { type ComponentType, lazy, type ReactNode, useState } from 'react'

/** A screen whose script is loaded when it is shown, or before, by `load`: then it is shown at once. */
export type LateScreen = ComponentType & { load: () => Promise<unknown> }

/** @param name the screen's export in the module that `load` imports */
export function lateScreen<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, () => ReactNode>>,
): LateScreen {
  let Loaded: ComponentType | null = null
  async function remember(): Promise<{ default: ComponentType }> {
    const { [name]: Screen } = await load()
    Loaded = Screen
    return { default: Screen }
  }
  // Where the script is there already, React's own would still show the fallback, and for 300 ms.
  const Late = lazy(remember)
  function Screen() {
    const [Shown] = useState(() => Loaded ?? Late)
    return <Shown />
  }
  return Object.assign(Screen, { load: remember })
}
