import type { Needs, Platform, Slice } from '../slice.ts'
import { blocksRoutes } from './blocks.routes.ts'
import { createBlocksService } from './blocks.service.ts'

export function blocksSlice(platform: Platform, needs: Needs<typeof createBlocksService>): Slice {
  return {
    routes: [blocksRoutes(createBlocksService({ ...platform, ...needs }))],
  }
}
