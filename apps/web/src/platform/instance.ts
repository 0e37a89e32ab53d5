/** The name that this instance bears; the server writes it into the page. */
export const instanceName = contentOf('application-name') || 'Covo'

/** What people call the external provider, or nothing where none is configured. */
export const providerLabel = contentOf('covo-provider')

function contentOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}
