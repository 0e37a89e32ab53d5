import { type ReactNode, useEffect, useState } from 'react'

/** For less than this they would only flicker. */
const delay = 150

/** The shape of what is being loaded, when that takes long enough to be seen. */
export function Skeletons({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), delay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={className} aria-busy="true">
      {isShown && children}
    </div>
  )
}
