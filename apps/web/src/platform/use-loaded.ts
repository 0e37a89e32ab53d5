import { type ComponentType, useEffect, useState } from 'react'

/**
 * A component that stands around the screen, whose script is loaded once `isNeeded`; undefined before. A failure to load it takes
 * nothing else from the screen: the network's return loads it again, and so does each other value of `again`.
 * @param load imports the component
 */
export function useLoaded<Props>(
  isNeeded: boolean,
  load: () => Promise<ComponentType<Props>>,
  again?: unknown,
): ComponentType<Props> | undefined {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>()
  const isLoaded = Loaded !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value loads again
  useEffect(() => {
    if (!isNeeded || isLoaded) return
    const tryToLoad = () =>
      load().then(
        (loaded) => setLoaded(() => loaded),
        () => {},
      )
    void tryToLoad()
    addEventListener('online', tryToLoad)
    return () => removeEventListener('online', tryToLoad)
  }, [isNeeded, isLoaded, load, again])
  return Loaded
}
