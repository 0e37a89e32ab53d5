import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast.tsx'
import styles from './friends.module.css'
import { friendsTexts } from './friends.texts.it.ts'

/** The next step of a member who is alone on the instance: its address, for somebody else. */
export function InviteSomebody() {
  async function copy() {
    const { origin, hostname } = location
    try {
      await navigator.clipboard.writeText(origin)
      showToast('done', isLocal(hostname) ? friendsTexts.localAddressCopied : friendsTexts.addressCopied)
    } catch {
      // Refused by the browser, or a page over plain http, which has no clipboard.
      showToast('info', friendsTexts.addressNotCopied(origin))
    }
  }

  return (
    <>
      <p className={styles.hint}>{friendsTexts.alone}</p>
      <Button variant="soft" onClick={copy}>
        {friendsTexts.copyAddress}
      </Button>
    </>
  )
}

/** Whether other computers cannot reach it (RFC 6761). */
function isLocal(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}
