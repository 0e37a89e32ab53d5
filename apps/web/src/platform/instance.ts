/** The name that this instance bears; the server writes it into the page. */
export const instanceName = contentOf('application-name') || 'Covo'

/** The display name of the external provider, or nothing where none is configured. */
export const providerLabel = contentOf('covo-provider')

/** The controller of this instance's data (GDPR), or nothing where it isn't set. */
export const controller = contentOf('covo-controller')

/** The address of mail of those who run this instance, or nothing where it isn't set. */
export const contact = contentOf('covo-contact')

/** Whether this instance has the extensions behind the four placeholders of the specification. */
export const hasExtensions = contentOf('covo-extensions') === 'on'

/** Whether this instance asks new members to confirm their address. */
export const asksConfirmation = ['limited', 'required'].includes(contentOf('covo-email-verification'))

/** Whether this browser has passkeys for this site. An address of digits can have none: they belong to a domain. */
export const canUsePasskeys = 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)

/** The registration mode: for anybody, with an invite, or for nobody. */
export const registration = contentOf('covo-registration') as 'open' | 'invite' | 'closed' | ''

/** Whether events can be looked up at CTFtime. */
export const asksCtftime = contentOf('covo-ctftime') === 'on'

/** Whether visitors see the list of events. */
export const hasPublicEvents = contentOf('covo-public-events') === 'on'

/** Whether messages can have files. */
export const hasFiles = contentOf('covo-files') === 'on'

function contentOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
