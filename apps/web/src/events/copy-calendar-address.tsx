import { IconCalendarShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import { feedQuery, useAddress } from './calendar-feed.queries.ts'
import { feedTexts, makeFeedErrors } from './calendar-feed.texts.it.ts'
import styles from './copy-calendar-address.module.css'

/**
 * A button that copies the address of the member's calendar, and makes one at its first press.
 * @param onNotCopied shows the address: the browser refused, or the page comes over plain http, which has no clipboard
 */
export function CopyCalendarAddress({
  variant,
  onNotCopied,
}: {
  variant: 'primary' | 'soft'
  onNotCopied: () => void
}) {
  const { data: feed } = useQuery(feedQuery)
  const findAddress = useAddress()
  const [isBusy, setIsBusy] = useState(false)
  const [copied, setCopied] = useState<string | null>(null)

  async function findOrMake(): Promise<string | null> {
    setIsBusy(true)
    try {
      return await findAddress()
    } catch (error) {
      showToast('failed', describeError(error, makeFeedErrors))
      return null
    } finally {
      setIsBusy(false)
    }
  }

  async function copy() {
    setCopied(null)
    // A browser may let a page copy only within the press: the address that is known is not asked for again.
    const address = feed?.url ?? (await findOrMake())
    if (!address) return
    try {
      await navigator.clipboard.writeText(address)
      setCopied(address)
    } catch {
      onNotCopied()
    }
  }

  return (
    <div className={styles.copy}>
      <Button variant={variant} busy={isBusy} onClick={() => void copy()}>
        <IconCalendarShare aria-hidden="true" />
        {feedTexts.copy}
      </Button>
      {/* An address that was replaced since is not the one that was copied. */}
      <p role="status">{copied !== null && copied === feed?.url && feedTexts.copied}</p>
    </div>
  )
}
