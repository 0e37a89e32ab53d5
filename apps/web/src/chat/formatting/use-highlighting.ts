import { useEffect, useState } from 'react'
import type { Grammar } from './code-languages.ts'
import type { CodeTree } from './highlighter.ts'

/** UTF-16 units above which code stays plain: some grammars take a time that grows with its square. */
const maximumLength = 2000
const maximumKept = 100
/** Milliseconds after which code is highlighted even while the page is busy. */
const idleTimeout = 1_000

/** The newest at the end. */
const kept = new Map<string, CodeTree>()
let queue: Promise<unknown> = Promise.resolve()

/**
 * Code as a tree of its tokens, or null while there is none. One block is highlighted at a time, when the page is idle; the
 * scripts are loaded with the first block. Without them, as without network, code is plain.
 */
export function useHighlighting(grammar: Grammar | null, code: string): CodeTree | null {
  const key = `${grammar}\n${code}`
  const [highlighted, setHighlighted] = useState<{ key: string; tree: CodeTree } | null>(null)

  useEffect(() => {
    if (!grammar || code.length > maximumLength || kept.has(key)) return
    let isGone = false
    queue = queue.then(async () => {
      if (isGone) return
      try {
        const { highlight } = await import('./highlighter.ts')
        await idle()
        const tree = kept.get(key) ?? (await highlight(grammar, code))
        keep(key, tree)
        setHighlighted({ key, tree })
      } catch {
        // The script is missing: the next block asks for it again.
      }
    })
    return () => {
      isGone = true
    }
  }, [grammar, code, key])

  return highlighted?.key === key ? highlighted.tree : (kept.get(key) ?? null)
}

function keep(key: string, tree: CodeTree): void {
  kept.set(key, tree)
  const [oldest] = kept.keys()
  if (kept.size > maximumKept && oldest !== undefined) kept.delete(oldest)
}

/** Safari has no idle callbacks. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: idleTimeout })
    else setTimeout(resolve, 0)
  })
}
