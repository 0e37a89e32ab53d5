/** A channel to the other tabs of this browser; null where it lets none be opened, as one that keeps no data of sites may. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}
