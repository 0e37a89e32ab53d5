/** The most characters of a passkey's name. */
export const maximumPasskeyName = 60
