import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { escapeHtml } from '@covo/contract/escape-html'
import sharp from 'sharp'
import { answerTasks } from '../platform/worker-process.child.ts'
import type { EventCard } from './event-card.ts'

// A process of its own (event-card.ts): libraries in C lay out and draw what members wrote.

/** Pixels. */
const textLeft = 88
const textWidth = 690
const textMiddle = 272
const maximumTextHeight = 450
/** The middle of the innermost arch of the picture that everything is drawn on. */
const archMiddle = { left: 975, top: 490 }
/** The largest at which the texts fit is taken. */
const titleSizes = [76, 62, 50, 40, 32, 26]

const colours = { accent: '#62d2bd', text: '#efebe4', second: '#bab3a8' }

const fontfile = fileURLToPath(new URL('./event-card.ttf', import.meta.url))
const base = await readFile(new URL('./event-card.png', import.meta.url))

sharp.cache(false)
sharp.concurrency(1)

answerTasks(draw)

/** A PNG of 1200 x 630 pixels; rejects texts that don't fit. */
async function draw(card: EventCard): Promise<Uint8Array> {
  const day = await layOut(
    [span(card.month, 34, 500, colours.accent), span(card.day, 96, 700, colours.text)].join('\n'),
    'centre',
  )
  const name = await layOut(span(card.instance, 30, 500, colours.second), 'left')
  const texts = await layOutTexts(card)
  return await sharp(base)
    .composite([
      { input: texts.data, left: textLeft, top: textMiddle - Math.round(texts.info.height / 2) },
      { input: name.data, left: textLeft + 64, top: 544 - Math.round(name.info.height / 2) },
      {
        input: day.data,
        left: archMiddle.left - Math.round(day.info.width / 2),
        top: archMiddle.top - Math.round(day.info.height / 2),
      },
    ])
    .png()
    .toBuffer()
}

async function layOutTexts({ category, title, when, place }: EventCard) {
  for (const size of titleSizes) {
    const texts = await layOut(
      [
        span(category, 30, 500, colours.accent),
        span(title, size, 700, colours.text),
        span([when, place].filter(Boolean).join('\n'), 30, 400, colours.second),
      ].join('\n'),
      'left',
    )
    if (texts.info.height <= maximumTextHeight) return texts
  }
  throw new Error('The texts are too long for a card.')
}

/** A transparent picture of some Pango markup, cut to the size of the text. */
async function layOut(text: string, align: 'left' | 'centre') {
  return await sharp({
    text: {
      text,
      font: 'Schibsted Grotesk',
      fontfile,
      align,
      width: textWidth,
      wrap: 'word-char',
      rgba: true,
      dpi: 72,
      spacing: 10,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
}

/** The Pango markup of a text. `size` is in pixels; the text is escaped. */
function span(text: string, size: number, weight: number, colour: string): string {
  return `<span size="${size}pt" weight="${weight}" foreground="${colour}">${escapeHtml(text)}</span>`
}
