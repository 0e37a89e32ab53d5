/** The part of the address that opens the friends' screen at its search. */
export const searchHash = '#cerca'
