import { expect, it } from 'vitest'
import { composeMail } from './compose-mail.ts'

it.each([
  ['Ciao,\n\nportate:\n- un cavo', '<p>Ciao,<br><br>portate:<br>- un cavo</p>'],
  ['Pioggia\r\n\r\nforte', '<p>Pioggia<br><br>forte</p>'],
  ['uno\rdue\u2028tre\u2029quattro', '<p>uno<br>due<br>tre<br>quattro</p>'],
  ['- a\n  - b', '<p>- a<br>&nbsp; - b</p>'],
  ['nome\tvoto', '<p>nome&emsp;voto</p>'],
  ['<br>\n&', '<p>&lt;br><br>&amp;</p>'],
])('keeps the lines of %j', (quoted, html) => {
  expect(composeMail('anna@esempio.it', 'Prova', [quoted])).toMatchObject({ text: quoted, html })
})
