/** The page that an external provider's popup ends on; it notifies the page that opened it, and closes. */
export const providerPopupPath = '/provider-popup'
