/** The IANA time zone of this device. */
export const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
