/** Bytes of the largest body of a request; no request of the contract is larger. */
export const maximumBodyBytes = 512 * 1024
