/** Bytes of the largest body of a request, but for what other services send of themselves. */
export const maximumBodyBytes = 512 * 1024

/** Bytes of the largest body that another service sends: as many as a payload of GitHub has at most. */
export const maximumLargeBodyBytes = 25 * 1024 * 1024
