import { expect, it } from 'vitest'
import { type Crop, drag, maximumZoom, roomOf, type Size, squareOf, startCrop } from './photo-crop.ts'

const wide: Size = { width: 400, height: 200 }

it.each<[Crop, ReturnType<typeof squareOf>]>([
  [startCrop, { side: 200, left: 100, top: 0 }],
  [
    { zoom: 1, x: 0, y: 0.5 },
    { side: 200, left: 0, top: 0 },
  ],
  [
    { zoom: 1, x: 1, y: 1 },
    { side: 200, left: 200, top: 0 },
  ],
  [
    { zoom: 2, x: 0.5, y: 0 },
    { side: 100, left: 150, top: 0 },
  ],
  [
    { zoom: 2, x: 1, y: 1 },
    { side: 100, left: 300, top: 100 },
  ],
])('%o of 400 by 200 is %o', (crop, square) => {
  expect(squareOf(wide, crop)).toEqual(square)
})

it.each<[Size, number]>([
  [{ width: 64, height: 900 }, 1],
  [wide, 200 / 64],
  [{ width: 5000, height: 4000 }, 4],
])('%o is enlarged %d times at most', (size, zoom) => {
  expect(maximumZoom(size)).toBe(zoom)
})

it('has room only where the picture is larger than the square', () => {
  expect(roomOf(wide, startCrop)).toEqual({ x: 200, y: 0 })
  expect(roomOf(wide, { ...startCrop, zoom: 2 })).toEqual({ x: 300, y: 100 })
})

it('follows what is dragged, as far as the picture goes', () => {
  // Half a frame to the right: 100 of the 200 pixels that there are, to the left.
  expect(drag(wide, startCrop, 0.5, 0.5)).toEqual({ zoom: 1, x: 0, y: 0.5 })
  expect(drag(wide, startCrop, -0.25, 0)).toEqual({ zoom: 1, x: 0.75, y: 0.5 })
  expect(drag(wide, startCrop, -9, 0)).toEqual({ zoom: 1, x: 1, y: 0.5 })
  expect(drag(wide, { zoom: 2, x: 0.5, y: 0.5 }, 0, 0.25)).toEqual({ zoom: 2, x: 0.5, y: 0.25 })
})
