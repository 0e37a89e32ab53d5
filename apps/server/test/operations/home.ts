import type { Samples } from './sample.ts'

export const homeSamples: Samples = { 'GET /api/home/first-steps': {} }
