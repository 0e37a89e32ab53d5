import { z } from '@hono/zod-openapi'
import { namedId } from '../http.ts'
import { isLongerThan } from '../text.ts'
import { maximumAltLength } from './files.rules.ts'

export const fileSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    /** In bytes; of a picture, of its large size. */
    size: z.number().int(),
    kind: z.enum(['picture', 'file']),
    /** Of a picture's large size, in pixels. */
    width: z.number().int().optional(),
    height: z.number().int().optional(),
    /** 4 × 4 colours of a picture, row by row, each in six hexadecimal digits. */
    placeholder: z.string().optional(),
    /** Of a picture that moves: the milliseconds of one round of its animation, which is its size `moving`. */
    movingMs: z.number().int().optional(),
    /** Of a short file of text, which may be shown as such: the word for its language, as after the fence of a code block. */
    preview: z.string().optional(),
    /** What the instance's virus scanner found in it: the signature's name. It comes a moment after the file, as a change of its message. */
    warning: z.string().optional(),
  })
  .openapi('File')

export type File = z.infer<typeof fileSchema>

export const messageFileSchema = fileSchema
  .extend({
    /** What a picture shows, for those who don't see it. */
    alt: z.string().optional(),
    /** Of a picture that is shown when the reader asks for it; it has no placeholder. */
    isSpoiler: z.literal(true).optional(),
  })
  .openapi('MessageFile')

export type MessageFile = z.infer<typeof messageFileSchema>

/** The files of a message that is sent or edited, in the order of showing. */
export const sentFiles = z
  .array(
    z.object({
      id: namedId,
      alt: z
        .string()
        .refine((alt) => !isLongerThan(alt, maximumAltLength))
        .optional(),
      isSpoiler: z.boolean().optional(),
    }),
  )
  .max(100)

export type SentFile = z.infer<typeof sentFiles>[number]
