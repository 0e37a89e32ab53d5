import { pick, randomFrom } from '@covo/testing/random'
import { expect, it } from 'vitest'
import { descriptionHtml } from './description-html.ts'

const link = (href: string) => `<a href="${href}" rel="nofollow ugc noopener noreferrer">${href}</a>`

it.each([
  [
    '**Programma**\n\n- *uno*\n- ~~due~~',
    '<p><strong>Programma</strong></p><ul><li><em>uno</em></li><li><s>due</s></li></ul>',
  ],
  ['Sfide\nper tutti', '<p>Sfide<br />per tutti</p>'],
  ['3. a\n4. b', '<ul><li>3. a</li><li>4. b</li></ul>'],
  ['`a<b>`\n```js\n</pre>\n```', '<p><code>a&lt;b></code></p><pre><code>&lt;/pre></code></pre>'],
  ['> detto', '<blockquote><p>detto</p></blockquote>'],
  ['||segreto||', '<p>||segreto||</p>'],
  ['Regole: https://esempio.it/a?b=c&d.', `<p>Regole: ${link('https://esempio.it/a?b=c&amp;d')}.</p>`],
  [
    '[https://banca.it](https://ladro.example/)',
    `<p><bdi>https://banca.it</bdi> (${link('https://ladro.example/')})</p>`,
  ],
  ['https://banca.it@ladro.example/', '<p>https://banca.it@ladro.example/</p>'],
  ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>'],
])('writes %o', (description, html) => {
  expect(descriptionHtml(description)).toBe(html)
})

it('makes no other elements and attributes than its own, whatever is typed', () => {
  const random = randomFrom(77)
  const pieces = [
    ...[
      '<script>alert(1)</script>',
      '</p>',
      '</main></noscript>',
      '<img src=x onerror=alert(1)>',
      '"',
      "'",
      '&',
      '<',
      '>',
    ],
    ...[
      '**',
      '*',
      '~~',
      '`',
      '```',
      '||',
      '[',
      '](',
      ')',
      '> ',
      '- ',
      '1. ',
      '\n',
      '\n\n',
      '\\',
      '!',
      ' a ',
      '\u202e',
    ],
    ...[
      'https://a.it/"onmouseover=alert(1)',
      'https://a.it/<b>',
      'javascript:alert(1)',
      'data:text/html,<b>',
      'HTTPS://a.it/',
    ],
    '<@0f8fad5b-d9cb-469f-a165-70867728950e>',
  ]
  const own =
    /^<(?:\/?(?:p|strong|em|s|span|code|pre|ul|li|blockquote|bdi|a)|br \/|a href="https?:\/\/[^"<>]*" rel="nofollow ugc noopener noreferrer")>$/i
  for (let turn = 0; turn < 3000; turn += 1) {
    const description = Array.from({ length: 1 + Math.floor(random() * 30) }, () =>
      pick(random, pieces),
    ).join('')
    // A '>' that closes nothing is text.
    for (const [tag] of descriptionHtml(description).matchAll(/<[^>]*>?/g))
      expect(tag, description).toMatch(own)
  }
})
