import {
  type ComponentProps,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

const largest = 8
/** Times that a double tap enlarges by. */
const usual = 2
/** Milliseconds between two taps, and pixels that a tap may move, as phones have it. */
const doubleTapMs = 300
const tapTolerance = 10
/** Pixels of a swipe at least. */
const swipe = 48

type Point = { x: number; y: number }

/**
 * How much a picture is enlarged on its stage, which scrolls, and the gestures on that: two fingers and a double tap enlarge, one
 * finger moves an enlarged picture, and a swipe over another leads on.
 */
export function useZoom(
  /** Another one begins at its usual size. */
  key: string,
  /** Whether there is a picture. */
  isShown: boolean,
  onSwipe: (step: 1 | -1) => void,
): {
  stage: RefObject<HTMLDivElement | null>
  scale: number
  zoomTo: (scale: number, focus?: Point) => void
  touch: Pick<ComponentProps<'div'>, 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'>
} {
  const stage = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState({ key, scale: 1 })
  const scale = zoom.key === key ? zoom.scale : 1
  /** The point of the picture, in shares of its size, that stays where it is on the stage. */
  const fixed = useRef<{ share: Point; at: Point } | null>(null)
  const fingers = useRef(new Map<number, Point>())
  const gesture = useRef({ start: { x: 0, y: 0 }, isSingle: true })
  const lastTap = useRef({ time: 0, x: 0, y: 0 })

  function zoomTo(wanted: number, focus?: Point) {
    if (!isShown) return
    const element = stage.current
    const picture = element?.firstElementChild?.getBoundingClientRect()
    const frame = element?.getBoundingClientRect()
    if (picture && frame) {
      const at = focus ?? { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
      const share = { x: (at.x - picture.x) / picture.width, y: (at.y - picture.y) / picture.height }
      fixed.current = { share, at }
    }
    setZoom({ key, scale: Math.min(largest, Math.max(1, wanted)) })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the size
  useLayoutEffect(() => {
    const picture = stage.current?.firstElementChild?.getBoundingClientRect()
    if (picture && fixed.current) {
      const { share, at } = fixed.current
      stage.current?.scrollBy(
        picture.x + share.x * picture.width - at.x,
        picture.y + share.y * picture.height - at.y,
      )
    }
    fixed.current = null
  }, [scale])

  function release({ pointerId }: PointerEvent) {
    fingers.current.delete(pointerId)
  }

  return {
    stage,
    scale,
    zoomTo,
    touch: {
      onPointerDown(event) {
        if (event.target instanceof Element && event.target.closest('button')) return
        const point = { x: event.clientX, y: event.clientY }
        if (fingers.current.size === 0) gesture.current = { start: point, isSingle: true }
        else gesture.current.isSingle = false
        fingers.current.set(event.pointerId, point)
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove({ pointerId, clientX, clientY }) {
        const before = fingers.current.get(pointerId)
        if (!before) return
        const now = { x: clientX, y: clientY }
        fingers.current.set(pointerId, now)
        const other = [...fingers.current].find(([id]) => id !== pointerId)?.[1]
        if (other) {
          const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }
          zoomTo((scale * distance(now, other)) / Math.max(1, distance(before, other)), middle)
        } else if (scale > 1) stage.current?.scrollBy(before.x - now.x, before.y - now.y)
      },
      onPointerUp(event) {
        if (!fingers.current.has(event.pointerId)) return
        release(event)
        const { start, isSingle } = gesture.current
        if (!isSingle) return
        const end = { x: event.clientX, y: event.clientY }
        const [dx, dy] = [end.x - start.x, end.y - start.y]
        if (distance(start, end) <= tapTolerance) {
          const isDouble =
            event.timeStamp - lastTap.current.time < doubleTapMs &&
            distance(lastTap.current, end) <= 2 * tapTolerance
          lastTap.current = { ...end, time: isDouble ? 0 : event.timeStamp }
          if (isDouble) zoomTo(scale > 1 ? 1 : usual, end)
        } else if (scale === 1 && Math.abs(dx) > swipe && Math.abs(dx) > 2 * Math.abs(dy))
          onSwipe(dx < 0 ? 1 : -1)
      },
      onPointerCancel: release,
    },
  }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
