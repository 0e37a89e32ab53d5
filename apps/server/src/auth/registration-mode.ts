/** Who may register, also by a first sign-in at the external provider: anybody; who has an invite; nobody. */
export const registrationModes = ['open', 'invite', 'closed'] as const

export type RegistrationMode = (typeof registrationModes)[number]
