import { pick, randomFrom } from '@covo/testing/random'
import MarkdownIt from 'markdown-it'
import { describe, expect, it } from 'vitest'
import {
  excerptOf,
  hasLink,
  mentionedUids,
  nameMentions,
  plainDescription,
  plainText,
} from './markup.text.ts'
import type { Block, Inline, List } from './markup.tree.ts'
import { parseMarkup } from './markup.ts'

const anna = '0f8fad5b-d9cb-469f-a165-70867728950e'
const bruno = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const names = new Map([
  [anna, 'Anna'],
  [bruno, 'Bruno'],
])
const nameOf = (uid: string) => names.get(uid)

const tags = { bold: 'b', italic: 'i', struck: 's', spoiler: 'spoiler' }

/** A tree as people read it; texts stand in it as they are. */
function drawn(source: string): string {
  return blocksDrawn(parseMarkup(source))
}

function blocksDrawn(blocks: Block[]): string {
  return blocks.map(blockDrawn).join('')
}

function blockDrawn(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${inlineDrawn(block.content)}</p>`
    case 'gap':
      return `<gap ${block.lines}>`
    case 'codeBlock':
      return `<pre${block.language === null ? '' : ` ${block.language}`}>${block.text}</pre>`
    case 'quote':
      return `<quote>${blocksDrawn(block.blocks)}</quote>`
    case 'spoilerBlock':
      return `<hidden>${blocksDrawn(block.blocks)}</hidden>`
    case 'list':
      return listDrawn(block)
  }
}

function listDrawn({ items }: List): string {
  const lines = items.map(
    ({ marker, content, nested }) =>
      `<li ${marker}>${inlineDrawn(content)}${nested ? listDrawn(nested) : ''}`,
  )
  return `<list>${lines.join('')}</list>`
}

function inlineDrawn(content: Inline[]): string {
  return content.map(elementDrawn).join('')
}

function elementDrawn(element: Inline): string {
  switch (element.kind) {
    case 'text':
      return element.text
    case 'code':
      return `<code>${element.text}</code>`
    case 'mention':
      return `<@${nameOf(element.uid) ?? '?'}>`
    case 'link':
      return `<a ${element.href}>${inlineDrawn(element.content)}</a>`
    default:
      return `<${tags[element.kind]}>${inlineDrawn(element.content)}</${tags[element.kind]}>`
  }
}

const asTyped = (source: string) => `<p>${source}</p>`

describe('marks', () => {
  it.each([
    ['**a**', '<b>a</b>'],
    ['*a*', '<i>a</i>'],
    ['_a_', '<i>a</i>'],
    ['~~a~~', '<s>a</s>'],
    ['***a***', '<i><b>a</b></i>'],
    ['***a** b*', '<i><b>a</b> b</i>'],
    ['***a* b**', '<b><i>a</i> b</b>'],
    ['**a *b***', '<b>a <i>b</i></b>'],
    ['*a **b***', '<i>a <b>b</b></i>'],
    ['***a**', '*<b>a</b>'],
    ['**a***', '<b>a</b>*'],
    ['**a ~~b _c_~~**', '<b>a <s>b <i>c</i></s></b>'],
    ['*a _b_ c*', '<i>a <i>b</i> c</i>'],
    ['**a\nb**', '<b>a\nb</b>'],
    ['(**a**), «*b*».', '(<b>a</b>), «<i>b</i>».'],
    ['**a**: b', '<b>a</b>: b'],
    ['**più** è *così*', '<b>più</b> è <i>così</i>'],
    ['**e\u0301** a', '<b>e\u0301</b> a'],
    ['👍**a**❤️*b*👩🏽‍💻', '👍<b>a</b>❤️<i>b</i>👩🏽‍💻'],
    ['**👍** *❤️*', '<b>👍</b> <i>❤️</i>'],
    // Of two that could open, the one that is nearer to what closes; of two that cross, the one that closes first.
    ['*a *b*', '*a <i>b</i>'],
    ['*a **b* c**', '<i>a **b</i> c**'],
    ['**a *b** c*', '<b>a *b</b> c*'],
    ['**a*b**', '<b>a*b</b>'],
    ['_a_b_', '<i>a_b</i>'],
    ['**a **b** c**', '**a <b>b</b> c**'],
  ])('are read: %s', (source, expected) => {
    expect(drawn(source)).toBe(asTyped(expected))
  })

  it.each([
    'snake_case e altro_nome_',
    '2*3*4 e 2**8**2',
    '__init__ e __a b__',
    'è*già*',
    'e\u0301*a*',
    '**a**b',
    'a**b**',
    '𝐚*b*𝐚',
    '१*२*३',
    '**a',
    'a**',
    '** a **',
    '*a *',
    '**',
    '****',
    '****a****',
    '** **',
    '*\u200b*',
    '~a~ ~~~a~~~ ~~',
    '||',
    '|a| |||a|||',
    'if (a || b) return c || d',
    'a||b||c',
    '_*',
    '*_',
  ])('stay as typed: %s', (source) => {
    expect(drawn(source)).toBe(asTyped(source))
  })
})

describe('a backslash', () => {
  it.each([
    ['\\*a\\*', '*a*'],
    ['\\**a*', '*<i>a</i>'],
    ['*a\\*', '*a*'],
    ['\\`a\\`', '`a`'],
    ['\\_ \\~~a~~ \\||a\\||', '_ ~~a~~ ||a||'],
    ['\\[a](https://b.it)', '[a](<a https://b.it>https://b.it</a>)'],
    ['[a\\](https://b.it)', '[a](<a https://b.it>https://b.it</a>)'],
    [`\\<@${anna}>`, `<@${anna}>`],
    ['\\@ \\>', '@ >'],
    ['\\> a', '> a'],
    ['\\```\na\n\\```', '```\na\n```'],
    ['C:\\temp \\n \\\\ \\- \\# \\', 'C:\\temp \\n \\\\ \\- \\# \\'],
    ['\\\\*a*', '\\*a*'],
    ['`\\*`', '<code>\\*</code>'],
  ])('makes a character of a mark: %s', (source, expected) => {
    expect(drawn(source)).toBe(asTyped(expected))
  })
})

describe('code in a line', () => {
  it.each([
    ['`a`', '<code>a</code>'],
    ['``a ` b``', '<code>a ` b</code>'],
    ['`` ` ``', '<code>`</code>'],
    ['` a `', '<code>a</code>'],
    ['`  a`', '<code>  a</code>'],
    ['`**a** ||b|| \\` c', '<code>**a** ||b|| \\</code> c'],
    ['**`a**`**', '<b><code>a**</code></b>'],
    ['*`a*`', '*<code>a*</code>'],
    ['x`a`y', 'x<code>a</code>y'],
    ['`a\nb`', '<code>a\nb</code>'],
    ['vedi ```\na\n```', 'vedi <code>\na\n</code>'],
    [`\`<@${anna}>\``, `<code><@${anna}></code>`],
    ['`https://a.it`', '<code>https://a.it</code>'],
  ])('is literal: %s', (source, expected) => {
    expect(drawn(source)).toBe(asTyped(expected))
  })

  it.each(['un ` solo', '``a`', '` `', '``', 'a`` ``b', '`\u200b`'])('stays as typed: %s', (source) => {
    expect(drawn(source)).toBe(asTyped(source))
  })
})

describe('a link', () => {
  it.each([
    ['[a](https://b.it)', '<a https://b.it>a</a>'],
    ['[a](http://b.it/c_(d)?e=f)', '<a http://b.it/c_(d)?e=f>a</a>'],
    ['[**a** `b`](https://c.it)', '<a https://c.it><b>a</b> <code>b</code></a>'],
    ['**[a](https://b.it)**', '<b><a https://b.it>a</a></b>'],
    ['*a [b* c](https://d.it)', '*a <a https://d.it>b* c</a>'],
    ['[a[0]](https://b.it)', '<a https://b.it>a[0]</a>'],
    ['[a [b](https://c.it)', '[a <a https://c.it>b</a>'],
    ['[`]`](https://a.it)', '<a https://a.it><code>]</code></a>'],
    ['[https://a.it](https://b.it)', '<a https://b.it>https://a.it</a>'],
    ['[a](HTTPS://B.it)', '<a HTTPS://B.it>a</a>'],
    ['vedi https://a.it/b.', 'vedi <a https://a.it/b>https://a.it/b</a>.'],
    ['(http://a.it)', '(<a http://a.it>http://a.it</a>)'],
    ['“https://a.it/b”…', '“<a https://a.it/b>https://a.it/b</a>”…'],
    ['(https://a.it/b_(c))', '(<a https://a.it/b_(c)>https://a.it/b_(c)</a>)'],
    ['https://a.it/b_(c)', '<a https://a.it/b_(c)>https://a.it/b_(c)</a>'],
    ['<a href="https://a.it">', '<a href="<a https://a.it>https://a.it</a>">'],
    ['https://a.it/b_c_d', '<a https://a.it/b_c_d>https://a.it/b_c_d</a>'],
    ['https://a.it/b_', '<a https://a.it/b_>https://a.it/b_</a>'],
    [
      '**https://a.it**, _https://b.it/_.',
      '<b><a https://a.it>https://a.it</a></b>, <i><a https://b.it/>https://b.it/</a></i>.',
    ],
    ['||https://a.it||', '<spoiler><a https://a.it>https://a.it</a></spoiler>'],
    ['**Nota**: [a](https://b.it), ok', '<b>Nota</b>: <a https://b.it>a</a>, ok'],
    ['[||a||](https://b.it)', '<a https://b.it><spoiler>a</spoiler></a>'],
  ])('leads to http or https: %s', (source, expected) => {
    expect(drawn(source)).toBe(asTyped(expected))
  })

  it.each([
    '[a](javascript:alert(1))',
    '[a](data:text/html,b)',
    '[a](/b)',
    '[a](//b.it)',
    '[a](https://)',
    '[](ftp://a.it)',
    'anna@esempio.it',
    'www.a.it',
    'https:// a',
    'https://%',
    '[a][b] [a]: c',
    '[^1]',
  ])('stays as typed: %s', (source) => {
    expect(drawn(source)).toBe(asTyped(source))
  })

  it.each([
    ['![a](https://b.it)', '![a](<a https://b.it>https://b.it</a>)'],
    ['[](https://b.it)', '[](<a https://b.it>https://b.it</a>)'],
    ['[\u200b](https://b.it)', '[\u200b](<a https://b.it>https://b.it</a>)'],
    ['[a] (https://b.it)', '[a] (<a https://b.it>https://b.it</a>)'],
    ['[a](https://b.it "c")', '[a](<a https://b.it>https://b.it</a> "c")'],
  ])('needs its form, but the address is one: %s', (source, expected) => {
    expect(drawn(source)).toBe(asTyped(expected))
  })

  it.each([
    'https://a.it',
    'vedi [a](HTTP://b.it).',
    '> - a\n>   - **||https://a.it||**',
    '||\n1. https://a.it\n||',
    '\\[a](https://b.it)',
  ])('is found in a text: %s', (source) => {
    expect(hasLink(source)).toBe(true)
  })

  it.each(['a', '`https://a.it`', '```\nhttps://a.it\n```', 'https://', 'www.a.it', '<@https://>'])(
    'is not in a text without one: %s',
    (source) => {
      expect(hasLink(source)).toBe(false)
    },
  )
})

describe('a mention', () => {
  it.each([
    [`<@${anna}>`, '<@Anna>'],
    [`ciao<@${anna.toUpperCase()}>!`, 'ciao<@Anna>!'],
    [`**<@${anna}> e <@${bruno}>**`, '<b><@Anna> e <@Bruno></b>'],
    [`<@${anna}`, `<@${anna}`],
    [`<@${anna}1>`, `<@${anna}1>`],
    ['<@anna> <@> @tutti', '<@anna> <@> @tutti'],
  ])('is a UUID: %s', (source, expected) => {
    expect(drawn(source)).toBe(asTyped(expected))
  })

  it('is listed once for each member, in order, in code and spoilers too', () => {
    const source = `> <@${bruno}>\n\`<@${anna.toUpperCase()}>\` ||<@${bruno}>|| \\<@${anna.replace('0', '1')}>`
    expect(mentionedUids(source)).toEqual([bruno, anna])
    expect(mentionedUids(`- a\n- b\n  - <@${anna}>\n\`\`\`\n<@${bruno}>`)).toEqual([anna, bruno])
    expect(mentionedUids(`||\n[<@${anna}>](https://a.it)\n||`)).toEqual([anna])
    expect(mentionedUids('a')).toEqual([])
  })

  it('has its name in code', () => {
    const unknown = anna.replace('0', '1')
    expect(nameMentions(`<@${anna}> <@${unknown}>`, nameOf)).toBe(`@Anna <@${unknown}>`)
  })
})

describe('a spoiler', () => {
  it.each([
    ['||a||', '<p><spoiler>a</spoiler></p>'],
    ['||**a** `b`||', '<p><spoiler><b>a</b> <code>b</code></spoiler></p>'],
    ['**||a||**', '<p><b><spoiler>a</spoiler></b></p>'],
    ['||a\nb||', '<p><spoiler>a\nb</spoiler></p>'],
    ['||a||, ||b||', '<p><spoiler>a</spoiler>, <spoiler>b</spoiler></p>'],
    // Whatever crosses it, all of it is hidden.
    ['*a ||b* c||', '<p>*a <spoiler>b* c</spoiler></p>'],
    ['||a ||b||', '<p><spoiler>a ||b</spoiler></p>'],
    ['||a [b|| c](https://d.it)', '<p><spoiler>a [b</spoiler> c](<a https://d.it>https://d.it</a>)</p>'],
    ['`a||` ||b||', '<p><code>a||</code> <spoiler>b</spoiler></p>'],
    ['||`a||`||', '<p><spoiler><code>a||</code></spoiler></p>'],
    ['[a ||b](https://c.it) ||d||', '<p><a https://c.it>a ||b</a> <spoiler>d</spoiler></p>'],
    ['\\||a|| ||b||', '<p>||a|| <spoiler>b</spoiler></p>'],
    ['||\na\n||', '<hidden><p>a</p></hidden>'],
    [
      'a\n|| \n```js\n||\n```\n> b\n- c\n- d\n||\ne',
      '<p>a</p><hidden><pre js>||</pre><quote><p>b</p></quote><list><li ->c<li ->d</list></hidden><p>e</p>',
    ],
    ['||\n```\na\n||\nb', '<hidden><pre>a</pre></hidden><p>b</p>'],
    ['||\n```\na\n```\n```\nb\n||\nc', '<hidden><pre>a</pre><pre>b</pre></hidden><p>c</p>'],
    ['> ||\n> a\n> ||', '<quote><hidden><p>a</p></hidden></quote>'],
    ['||\n||\na\n||', '<p>||</p><hidden><p>a</p></hidden>'],
    ['||\na', '<p>||\na</p>'],
    ['||\n\u200b\n||', '<p>||\n\u200b\n||</p>'],
    ['||\n> a ||b||\n||', '<hidden><quote><p>a ||b||</p></quote></hidden>'],
  ])('hides: %j', (source, expected) => {
    expect(drawn(source)).toBe(expected)
  })
})

describe('a code block', () => {
  it.each([
    ['```\na\n```', '<pre>a</pre>'],
    ['```js\na\n```', '<pre js>a</pre>'],
    ['~~~ C++ \na\n~~~ \nb', '<pre C++>a</pre><p>b</p>'],
    ['a\n```\n  b\n\n\n\n\nc  \n```\nd', '<p>a</p><pre>  b\n\n\n\n\nc  </pre><p>d</p>'],
    ['```\na', '<pre>a</pre>'],
    ['````\n```\n~~~\n````', '<pre>```\n~~~</pre>'],
    ['```\na\n`````', '<pre>a</pre>'],
    ['```\n**a** \\* > b\n- c\n- d\n```', '<pre>**a** \\* > b\n- c\n- d</pre>'],
    ['```js titolo\na\n```\nb', '<pre>js titolo\na</pre><p>b</p>'],
    ['```\n``` a\n```', '<pre>``` a</pre>'],
    ['> ```\n> a\n> ```\nb', '<quote><pre>a</pre></quote><p>b</p>'],
    ['> ```\n> a\nb', '<quote><pre>a</pre></quote><p>b</p>'],
    ['```\n```', '<p>```\n```</p>'],
    ['```js\n```\na', '<p>```js\n```</p><p>a</p>'],
    ['```js', '<p>```js</p>'],
    ['~~~\n\n \n\n\n~~~', '<p>~~~\n\n \n~~~</p>'],
    ['~~~ a ~~~', '<p>~~~ a ~~~</p>'],
    [' ```\n a\n ```', '<p> <code>\n a\n </code></p>'],
    ['```a```', '<p><code>a</code></p>'],
  ])('%j', (source, expected) => {
    expect(drawn(source)).toBe(expected)
  })
})

describe('a quote', () => {
  it.each([
    ['> a', '<quote><p>a</p></quote>'],
    ['> a\n> b\nc', '<quote><p>a\nb</p></quote><p>c</p>'],
    ['a\n> b', '<p>a</p><quote><p>b</p></quote>'],
    ['> a\n>\n> b', '<quote><p>a</p><gap 1><p>b</p></quote>'],
    ['> > a\n> b', '<quote><quote><p>a</p></quote><p>b</p></quote>'],
    ['> > > **a**', '<quote><quote><p>> <b>a</b></p></quote></quote>'],
    ['> - a\n> - b', '<quote><list><li ->a<li ->b</list></quote>'],
    ['>a', '<p>>a</p>'],
    ['>_<', '<p>>_<</p>'],
    [' > a', '<p> > a</p>'],
    ['>', '<p>></p>'],
    ['> ', '<p>> </p>'],
    ['> \u200b\n>', '<p>> \u200b\n></p>'],
    ['> >', '<quote><p>></p></quote>'],
  ])('%j', (source, expected) => {
    expect(drawn(source)).toBe(expected)
  })
})

describe('a list', () => {
  it.each([
    ['- a\n* b\n+ c', '<list><li ->a<li *>b<li +>c</list>'],
    ['12. a\n14) b', '<list><li 12.>a<li 14)>b</list>'],
    ['a\n- **b**\n- c\nd', '<p>a</p><list><li -><b>b</b><li ->c</list><p>d</p>'],
    ['- a\n  - b', '<list><li ->a<list><li ->b</list></list>'],
    [
      '- a\n  1. b\n    - c\n    - d\n  2. e\n- f',
      '<list><li ->a<list><li 1.>b<list><li ->c<li ->d</list><li 2.>e</list><li ->f</list>',
    ],
    [
      '- a\n    - b\n        - c\n    - d',
      '<list><li ->a<list><li ->b<list><li ->c</list><li ->d</list></list>',
    ],
    ['- a\n    - b\n  - c', '<list><li ->a<list><li ->b<li ->c</list></list>'],
    ['- a\n - b', '<list><li ->a<li ->b</list>'],
    [
      '- a\n  - b\n    - c\n      - *d*\n- e',
      '<list><li ->a<list><li ->b<list><li ->c\n      - <i>d</i></list></list><li ->e</list>',
    ],
    ['-  a\n- [ ] b', '<list><li -> a<li ->[ ] b</list>'],
    ['- a', '<p>- a</p>'],
    ['- a\n\n- b', '<p>- a</p><gap 1><p>- b</p>'],
    ['12. luglio', '<p>12. luglio</p>'],
    ['- \n- ', '<p>- \n- </p>'],
    ['-a\n-b', '<p>-a\n-b</p>'],
    ['1.a\n2.b', '<p>1.a\n2.b</p>'],
    ['1234567890. a\n1234567891. b', '<p>1234567890. a\n1234567891. b</p>'],
  ])('%j', (source, expected) => {
    expect(drawn(source)).toBe(expected)
  })
})

describe('a text', () => {
  it.each([
    ['a\nb', '<p>a\nb</p>'],
    ['a\r\nb\rc', '<p>a\nb\nc</p>'],
    ['> a\r\n> b\r\n\r\n```\r\nc\r\n```', '<quote><p>a\nb</p></quote><gap 1><pre>c</pre>'],
    ['  a   b', '<p>  a   b</p>'],
    ['a\n\nb', '<p>a</p><gap 1><p>b</p>'],
    ['a\n\n\nb', '<p>a</p><gap 2><p>b</p>'],
    ['a\n \n\t\n\n\n\nb', '<p>a</p><gap 2><p>b</p>'],
    ['*a\n\nb*', '<p>*a</p><gap 1><p>b*</p>'],
  ])('keeps its lines and blanks: %j', (source, expected) => {
    expect(drawn(source)).toBe(expected)
  })

  it.each([
    '# Titolo',
    'Titolo\n===',
    '---',
    '***',
    '| a | b |\n|---|---|\n| c | d |',
    '<b>a</b> <script>alert(1)</script> <!-- c -->',
    '&lt;&amp;&#60;',
    '[^1]: nota',
    'a\\\nb  \nc',
    '\u202eabc\u2066\0\ud800',
  ])('stays as typed: %j', (source) => {
    expect(drawn(source)).toBe(asTyped(source))
  })

  it('has 2,000 elements at most', () => {
    const italics = '*a* '.repeat(3000)
    expect(drawn(italics).split('<i>')).toHaveLength(2001)
    expect(drawn(italics).endsWith(`<i>a</i> ${'*a* '.repeat(1000)}</p>`)).toBe(true)
    expect(drawn('- a\n'.repeat(3000)).split('<li ')).toHaveLength(2001)
    expect(drawn('> a\n\n'.repeat(3000)).split('<quote>')).toHaveLength(2001)
    expect(drawn(`${'`a` '.repeat(2000)}\n> a\n- b\n- c\n\n\n\n\`d\``)).toMatch(
      /<\/code> <\/p><p>> a\n- b\n- c<\/p><gap 2><p>`d`<\/p>$/,
    )
  })
})

describe('plain text', () => {
  it.each([
    ['**a** *b* _c_ ~~d~~ `e`', 'a b c d e'],
    ['[a](https://b.it) https://c.it', 'a https://c.it'],
    ['\\*a', '*a'],
    ['a ||b|| **||c||**', 'a [spoiler] [spoiler]'],
    ['a\n||\nb\n||\nc', 'a\n[spoiler]\nc'],
    [`<@${anna}>, \`<@${bruno}>\`\n~~~\n<@${bruno}>`, '@Anna, @Bruno\n@Bruno'],
    [`<@${anna.replace('0', '1')}>`, `<@${anna.replace('0', '1')}>`],
    ['> a\n\n\n\n```js\nb\n```', 'a\n\n\nb'],
    ['- a\n  - b\n12) c', 'a\nb\n12) c'],
  ])('of %j', (source, expected) => {
    expect(plainText(source, nameOf)).toBe(expected)
  })
})

describe('an excerpt', () => {
  it.each([
    ['> **a**\n\n- b\n- c', 'a b c'],
    ['a'.repeat(120), 'a'.repeat(120)],
    ['a'.repeat(121), `${'a'.repeat(119)}…`],
    [`${'a'.repeat(118)} bc`, `${'a'.repeat(118)}…`],
    ['👍'.repeat(120), '👍'.repeat(120)],
    ['👍'.repeat(121), `${'👍'.repeat(119)}…`],
    [`${'a'.repeat(117)}👩🏽‍💻${'b'.repeat(9)}`, `${'a'.repeat(117)}…`],
    [`${'a'.repeat(118)}e\u0301${'b'.repeat(9)}`, `${'a'.repeat(118)}…`],
    [`a${'\u0301'.repeat(200)}`, `a${'\u0301'.repeat(118)}…`],
    [`**a** ||${'b'.repeat(200)}||`, 'a [spoiler]'],
  ])('is one line of 120 characters at most: %j', (source, expected) => {
    expect(excerptOf(source, nameOf)).toBe(expected)
  })
})

const seed = 20_261_122

/** Pieces of which the marks are no letters: what is left of a source without them has to be shown. */
const hostile = [
  ...'*_~|`[]()<>@\\ \n-+.!abè\t\r\0\ud800\udc00\u202e\u200b\u0301',
  ...[
    '**',
    '***',
    '||',
    '~~',
    '\n||\n',
    '```',
    '\n```\n',
    '~~~',
    '\n> ',
    '\n- ',
    '\n  - ',
    '\n1. ',
    '\n\n\n',
  ],
  ...['](https://c.it)', 'https://d.it', 'segreto', '👩🏽‍💻', '❤️', `<@${anna}>`, '||\n', '\\|', '  '],
]

function randomText(random: () => number, pieces: string[], most: number): string {
  return Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(random, pieces)).join('')
}

const lettersOf = (text: string) => text.match(/[\p{L}\p{N}\p{So}]/gu)?.join('') ?? ''

/** All that a tree brings to the screen: links with their addresses, which were typed too. */
function shownOf(blocks: Block[]): string {
  return blocks.map(shownOfBlock).join('\n')
}

function shownOfBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return shownOfInline(block.content)
    case 'gap':
      return ''
    case 'codeBlock':
      return `${block.language ?? ''}\n${block.text}`
    case 'list':
      return block.items
        .map(
          ({ marker, content, nested }) =>
            marker + shownOfInline(content) + (nested ? shownOfBlock(nested) : ''),
        )
        .join('\n')
    default:
      return shownOf(block.blocks)
  }
}

function shownOfInline(content: Inline[]): string {
  return content
    .map((element) => {
      switch (element.kind) {
        case 'text':
        case 'code':
          return element.text
        case 'mention':
          return element.uid
        case 'link': {
          const label = shownOfInline(element.content)
          return label === element.href ? label : label + element.href
        }
        default:
          return shownOfInline(element.content)
      }
    })
    .join('')
}

/** The deepest nesting of each kind of element in a drawn tree. */
function depthsOf(text: string): Record<string, number> {
  const depths: Record<string, number> = {}
  const open: Record<string, number> = {}
  for (const [, slash, tag = ''] of text.matchAll(/<(\/?)(list|quote|hidden|spoiler|b|s|i|a)\b[^>]*>/g)) {
    open[tag] = (open[tag] ?? 0) + (slash ? -1 : 1)
    depths[tag] = Math.max(depths[tag] ?? 0, open[tag])
  }
  return depths
}

describe('any text', () => {
  const random = randomFrom(seed)
  const texts = Array.from({ length: 20_000 }, () => randomText(random, hostile, 24))

  it('shows each of its letters, in order', () => {
    for (const text of texts) {
      const shown = shownOf(parseMarkup(text))
      expect(lettersOf(shown), JSON.stringify(text)).toBe(lettersOf(text))
    }
  })

  it('is never shown empty', () => {
    const seen = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u
    const pieces = [
      ...'*_~|`[]<>- \n\u200b\u0301',
      '||',
      '**',
      '~~',
      '\n||\n',
      '\n```\n',
      '\n> ',
      '](https://c.it)',
    ]
    for (let index = 0; index < 20_000; index += 1) {
      const text = randomText(random, pieces, 12)
      expect(seen.test(shownOf(parseMarkup(text))), JSON.stringify(text)).toBe(seen.test(text))
    }
  })

  it('has no element in its like, and blocks no deeper than allowed', () => {
    const most = { list: 3, quote: 2, hidden: 1, spoiler: 1, b: 1, s: 1, i: 2, a: 1 }
    const blocks = [
      ...'ab',
      '\n> > > ',
      '\n- ',
      '\n  - ',
      '\n    - ',
      '\n      - ',
      '\n||\n',
      '||',
      '**',
      '*',
      '_',
      ' ',
    ]
    for (let index = 0; index < 5000; index += 1) {
      const text = randomText(random, blocks, 24)
      const depths = depthsOf(drawn(text))
      for (const [tag, depth] of Object.entries(depths))
        expect(depth, JSON.stringify(text)).toBeLessThanOrEqual(most[tag as keyof typeof most])
    }
  })

  it('keeps what a spoiler hides out of its plain text, whatever surrounds it', () => {
    const around = [...'*_<>@()!ab è👍', '**', '***', ' ~~a', 'b~~', `<@${anna}>`, '  ', '\n', '\n> ', '\n- ']
    for (let index = 0; index < 20_000; index += 1) {
      const [before, within, after] = [8, 4, 8].map((most) => randomText(random, around, most))
      const text = `${before} ||${`x${within?.replaceAll('\n', '')}segreto`}|| ${after}`
      expect(plainText(text, nameOf), JSON.stringify(text)).not.toContain('segreto')
    }
  })
})

const markdownIt = new MarkdownIt({ breaks: true })

/** What markdown-it makes of the part of the rules that is CommonMark's, drawn as trees are. */
function drawnByMarkdownIt(source: string): string {
  return markdownIt
    .render(source)
    .replaceAll(/(?<=>)\n|\n(?=<(?!\/code))/g, '')
    .replaceAll('<br>', '\n')
    .replaceAll(/<pre><code(?: class="language-(\w+)")?>(.*?)\n<\/code>/gs, (_, language, text) =>
      language ? `<pre ${language}>${text}` : `<pre>${text}`,
    )
    .replaceAll(/<(\/?)strong>/g, '<$1b>')
    .replaceAll(/<(\/?)em>/g, '<$1i>')
    .replaceAll(/<(\/?)blockquote>/g, '<$1quote>')
    .replaceAll(/<a href="([^"]*)">/g, '<a $1>')
    .replaceAll(/<(\/?)[uo]l(?: start="\d+")?>/g, '<$1list>')
    .replaceAll('</li>', '')
}

/** Writes messages of what these rules and CommonMark have in common, marks standing where words begin and end. */
function writer(random: () => number) {
  const words = [
    'ciao',
    'perché',
    'snake_case',
    'città',
    'x1',
    '👍',
    'a.b',
    '(ecco)',
    'm\\*n',
    '3 * 4',
    'a\\b',
    '#1',
  ]
  const some = (most: number, write: () => string, between: string) =>
    Array.from({ length: 1 + Math.floor(random() * most) }, write).join(between)
  const inline = (marks: string[]): string => some(3, () => phrase(marks), pick(random, [' ', ' ', ', ']))
  const phrase = (marks: string[]): string => {
    const kind = random()
    const paired = marks.filter((mark) => mark !== '[')
    const mark = kind < 0.4 && paired.length > 0 ? pick(random, paired) : ''
    const rest = marks.filter((other) => other !== mark)
    if (mark) return `${mark}${within(rest)}${mark}`
    if (kind < 0.5) return pick(random, ['`a *b*`', '`` ` ``', '`x`', '``a`b``'])
    if (kind < 0.6 && marks.includes('['))
      return `[${inline(marks.filter((other) => other !== '['))}](https://${pick(random, ['a.it', 'b.it/c_(d)', 'c.it/?e=*f*'])})`
    return pick(random, words)
  }
  /** Between marks and code, both of them punctuation, CommonMark's marks open and close at once. */
  const within = (marks: string[]): string =>
    random() < 0.2 && marks.length > 0 ? phrase(marks) : `perché ${inline(marks)} città`
  const line = () =>
    `inizio ${inline(['*', '**', '_', '~~', '['].filter((mark) => mark !== '[' || random() < 0.5))}`
  const lines = () => some(3, line, '\n')
  const list = (indent: number): string => {
    const numbered = random() < 0.5
    // CommonMark lets no other number begin a list right below a line.
    const first = indent > 0 ? 1 : pick(random, [1, 7, 12])
    const count = 2 + Math.floor(random() * 2)
    return Array.from({ length: count }, (_, index) => {
      const marker = numbered ? `${first + index}. ` : '- '
      const nested = indent === 0 && random() < 0.3 ? `\n${list(marker.length)}` : ''
      return `${' '.repeat(indent)}${marker}${line()}${nested}`
    }).join('\n')
  }
  const fence = () => {
    const marks = pick(random, ['```', '~~~', '````'])
    return `${marks}${pick(random, ['', 'js', 'c'])}\n${some(3, () => pick(random, ['a', '  **b**', '- c', 'd']), '\n')}\n${marks}`
  }
  const block = (quotes: number): string => {
    const kind = random()
    // A line between two lists, which would be one in CommonMark.
    if (kind < 0.2) return `${list(0)}\n\n${line()}`
    if (kind < 0.35) return fence()
    if (kind < 0.5 && quotes < 2) return some(2, () => block(quotes + 1), '\n\n').replaceAll(/^/gm, '> ')
    return lines()
  }
  return () => some(4, () => block(0), '\n\n')
}

it.each([
  ['**Sfide** di `unsafe`\n\n- uno\n- due', 'Sfide di unsafe\n\nuno\ndue'],
  ['||segreto|| e\n||\nancora\n||', '||segreto|| e\n||\nancora\n||'],
  ['[regole](https://esempio.it)', 'regole'],
])('leaves the marks of a description out, of which bars are none: %o', (source, text) => {
  expect(plainDescription(source)).toBe(text)
})

it('reads what it has in common with CommonMark as markdown-it does', () => {
  const write = writer(randomFrom(seed))
  for (let index = 0; index < 5000; index += 1) {
    const source = write()
    const plain = drawn(source)
      .replaceAll(/<gap \d>/g, '')
      .replaceAll(/<li [^>]*>/g, '<li>')
    expect(plain, source).toBe(drawnByMarkdownIt(source))
  }
})
