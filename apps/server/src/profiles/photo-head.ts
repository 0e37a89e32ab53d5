export type PhotoHead = { width: number; height: number }

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')
const jpegStart = Buffer.from('ffd8ff', 'hex')

/** What the file is by its first bytes; null for anything else. */
export function pictureTypeOf(bytes: Buffer): 'jpeg' | 'png' | 'webp' | null {
  if (bytes.subarray(0, pngStart.length).equals(pngStart)) return 'png'
  if (bytes.subarray(0, jpegStart.length).equals(jpegStart)) return 'jpeg'
  if (textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP') return 'webp'
  return null
}

/**
 * The size in pixels that the head of a JPEG, PNG or WebP states, recognised by its first bytes; null for anything else and
 * for a head that is cut off. Nothing is decoded.
 * Sources: PNG (third edition), 5.2 and 11.2.1; ITU-T T.81, B.1.1 and B.2.2; RFC 9649, 2.5 to 2.7.
 */
export function readPhotoHead(bytes: Buffer): PhotoHead | null {
  try {
    const type = pictureTypeOf(bytes)
    return type && readers[type](bytes)
  } catch (error) {
    // Of a read beyond the end.
    if (error instanceof RangeError) return null
    throw error
  }
}

const readers = { jpeg: readJpeg, png: readPng, webp: readWebp }

function textAt(bytes: Buffer, offset: number): string {
  return bytes.toString('latin1', offset, offset + 4)
}

function readPng(bytes: Buffer): PhotoHead | null {
  if (textAt(bytes, 12) !== 'IHDR') return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The size stands in the head of the frame (SOF), behind segments that have a length each. */
function readJpeg(bytes: Buffer): PhotoHead | null {
  let offset = 2
  for (;;) {
    if (bytes.readUInt8(offset) !== 0xff) return null
    const marker = bytes.readUInt8(offset + 1)
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      offset += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) }
    // The scan or the end, where the frame should have been before.
    if (marker === 0xda || marker === 0xd9) return null
    offset += 2 + bytes.readUInt16BE(offset + 2)
  }
}

function readWebp(bytes: Buffer): PhotoHead | null {
  const kind = textAt(bytes, 12)
  if (kind === 'VP8X') return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  if (kind === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a)
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (kind === 'VP8L' && bytes.readUInt8(20) === 0x2f) {
    const sides = bytes.readUInt32LE(21)
    return { width: 1 + (sides & 0x3fff), height: 1 + ((sides >>> 14) & 0x3fff) }
  }
  return null
}
