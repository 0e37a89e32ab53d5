/** The people of every test, seed and bench: always the same four, so that a failure reads like a story. */
export type CastMember = { name: string; email: string; password: string }

export const anna: CastMember = { name: 'Anna Bassi', email: 'anna@esempio.it', password: 'Tana-verde1' }
export const bruno: CastMember = { name: 'Bruno Conti', email: 'bruno@esempio.it', password: 'Tana-verde2' }
export const carla: CastMember = { name: 'Carla Dossi', email: 'carla@esempio.it', password: 'Tana-verde3' }
export const dario: CastMember = { name: 'Dario Elmi', email: 'dario@esempio.it', password: 'Tana-verde4' }
