/** RFC 6455, section 5.2: the whole message in one frame, of text, unmasked as a server's frames are. */
const finalText = 0x81

let lastText = ''
let lastFrame = encode(lastText)

/**
 * A text as the bytes of one WebSocket frame. A thousand sockets are sent the same text one after the other: it is made
 * into bytes once, and goes to each in one piece.
 */
export function textFrame(text: string): Buffer {
  if (text !== lastText) {
    lastFrame = encode(text)
    lastText = text
  }
  return lastFrame
}

function encode(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  header[0] = finalText
  if (header.length === 2) header[1] = length
  else if (header.length === 4) {
    header[1] = 126
    header.writeUInt16BE(length, 2)
  } else {
    header[1] = 127
    header.writeBigUInt64BE(BigInt(length), 2)
  }
  return Buffer.concat([header, Buffer.from(text)])
}
