import { expect, it } from 'vitest'
import { textOfHtml } from './html-text.ts'

it.each([
  ['no tags', 'Jeopardy, 24 ore.', 'Jeopardy, 24 ore.'],
  ['lines of Windows', 'uno\r\ndue\r\n\r\n\r\n\r\ntre\rquattro', 'uno\ndue\n\ntre\nquattro'],
  ['signs that are none', 'se a < b e c > d, 3<4', 'se a < b e c > d, 3<4'],
  ['tags within a line', 'Una <b>gara</b> <a href="https://x.it">aperta</a>', 'Una gara aperta'],
  ['paragraphs', '<p>uno</p><p class="x">due</p>', 'uno\n\ndue'],
  ['breaks', 'uno<br>due<BR/>tre', 'uno\ndue\ntre'],
  ['a list', '<ul><li>web</li><li>pwn</li></ul>', '- web\n- pwn'],
  ['a script', 'uno<script>alert("<b>1</b>")</script>due', 'unodue'],
  ['a script that is never closed', 'uno<script src=x>alert(1)', 'uno'],
  ['a style and a comment', '<style>p{}</style><!-- <b>no</b> -->uno<!-- mai chiuso', 'uno'],
  ['handlers', '<img src=x onerror=alert(1)>uno<svg/onload=alert(1)>', 'uno'],
  ['entities', '&lt;3 &amp; &egrave; &#8364; &#x1F6A9; &hellip;', '<3 & è € 🚩 …'],
  ['a tag in entities, as the text that it is', '&lt;script&gt;x&lt;/script&gt;', '<script>x</script>'],
  ['entities twice, decoded once', '&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['entities that are none', '&boh; &#1114112; &#xd800; AT&T', '&boh; &#1114112; \ufffd AT&T'],
  ['control characters', 'uno\u0000\u0007\u001b[31m due&#8;', 'uno[31m due'],
  ['spaces at the ends of lines', '  uno  \n\t due\t', 'uno\ndue'],
  ['nothing but tags', '<p><br></p>', ''],
])('of HTML with %s', (_, html, text) => {
  expect(textOfHtml(html)).toBe(text)
})

it.each(['<', '<a', '<!--', '<script', '<script></script', '&', '&#x', '\n', ' ', '</p', '<a "'])(
  // A pattern whose steps grow with the square of its text takes minutes for it, and meets the test's timeout.
  'comes to its end for 256 KiB of %j',
  (part) => {
    const html = part.repeat(Math.floor((256 * 1024) / part.length))
    expect(textOfHtml(html).length).toBeLessThanOrEqual(html.length)
  },
)
