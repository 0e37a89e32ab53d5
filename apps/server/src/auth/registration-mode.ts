/** Registration, also by a first sign-in at the external provider, is open to anybody; to people with an invite; to nobody. */
export const registrationModes = ['open', 'invite', 'closed'] as const

export type RegistrationMode = (typeof registrationModes)[number]
