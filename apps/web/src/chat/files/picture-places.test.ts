import { expect, it } from 'vitest'
import { placeOf } from './picture-places.ts'

it.each([
  ['as large as a place', 360, 320, 360, 320],
  ['of a camera', 2560, 1920, 360, 270],
  ['held upright', 1920, 2560, 240, 320],
  ['smaller than its place', 200, 100, 200, 100],
  ['of three to one', 3000, 1000, 360, 120],
  ['wider, which is cut', 8000, 100, 300, 100],
  ['wider and higher, which is cut', 8000, 1000, 360, 120],
  ['higher, which is cut', 1000, 8000, 107, 320],
  ['smaller than a finger', 16, 16, 44, 44],
  ['of one line', 2000, 1, 44, 44],
])('the place of a picture %s', (_, width, height, placeWidth, placeHeight) => {
  expect(placeOf([{ width, height }], false)).toEqual({ width: placeWidth, height: placeHeight })
})

it('leaves room for the button of a small picture that moves', () => {
  expect(placeOf([{ width: 88, height: 31, movingMs: 900 }], false)).toEqual({ width: 96, height: 96 })
})

it('gives two pictures half the height of three and four', () => {
  const picture = { width: 100, height: 200 }
  const heights = [2, 3, 4].map(
    (count) =>
      placeOf(
        Array.from({ length: count }, () => picture),
        false,
      ).height,
  )
  expect(heights).toEqual([160, 320, 320])
})

it('gives each hidden picture the same place', () => {
  const forms = [
    [100, 2000],
    [2000, 100],
  ].map(([width = 0, height = 0]) => placeOf([{ width, height }], true))
  expect(forms[0]).toEqual(forms[1])
})
