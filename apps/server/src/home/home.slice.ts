import type { Platform, Slice } from '../slice.ts'
import { homeRoutes } from './home.routes.ts'

export function homeSlice(platform: Platform): Slice {
  return { routes: [homeRoutes(platform)] }
}
