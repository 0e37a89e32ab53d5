import type { Platform, Slice } from '../slice.ts'
import { homeRoutes } from './home.routes.ts'

export function homeSlice({ database }: Platform): Slice {
  return { routes: [homeRoutes(database)] }
}
