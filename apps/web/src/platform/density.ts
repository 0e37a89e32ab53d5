import { deviceStore } from './stores.ts'

/** How close messages stand on this device. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const key = 'covo.density'

/** A sign-out doesn't change it: it belongs to the screen. */
export function readDensity(): Density {
  return deviceStore.read(key) === 'compact' ? 'compact' : 'comfortable'
}

export function saveDensity(density: Density): void {
  deviceStore.keep(key, density)
}
