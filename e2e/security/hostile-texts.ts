/** The call that runs if a text is executed: the test's trap. */
const run = 'alert(1)'

const tags = [
  'img src=x',
  'svg',
  'video src=x',
  'body',
  'iframe',
  'details open',
  'input autofocus',
  'object',
  'style',
  'marquee',
]
const handlers = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onpointerover', 'onstart', 'onanimationstart']
const breakouts = ['', '">', "'>", '</p>', '--><!--', ']]>']
const schemes = [
  'javascript',
  'JaVaScRiPt',
  'java\tscript',
  '\u0001javascript',
  'vbscript',
  'data:text/html,',
  'blob',
  'file',
  'javascript&colon;',
  'view-source:javascript',
]

/** Left-to-right and right-to-left overrides, embeddings and isolates (UAX #9), closed and not. */
export const directions = [
  '\u202e',
  '\u202d',
  '\u202b',
  '\u202a',
  '\u2067',
  '\u2066',
  '\u2068',
  '\u200f',
  '\u061c',
  '\u202e\u2066',
]

/** Links whose text shows another host than where they lead (CVE-2023-36462), or that lead nowhere good. */
export const misleadingLinks = [
  'https://banca.it@ladro.it/',
  'https://banca.it:443@ladro.it/accedi',
  'https://banca.it%2f@ladro.it/',
  'https://b\u0430nca.it/',
  'https://ban\u200bca.it/',
  'https://banca\u3002it/',
  'https://b\u1d43nca.it/',
  'https://xn--bnca-43d.it/',
  'https://ladro.it/\u202eti.acnab//:sptth',
  'https://ladro.it/\u2069\u202eti.acnab//:sptth',
  'https://ladro.it\\@banca.it/',
  'https:/\\ladro.it/banca.it',
  'https://www.banca.it.accedi.sicuro.conto.ladro.it/x',
  'https://0x7f000001/',
  'https://2130706433/',
  'HTTPS://BANCA.IT@LADRO.IT',
  'https://banca.it\u2044accedi.ladro.it/',
  'https://\u202ebanca.it@ladro.it/',
  'http://[::ffff:7f00:1]/',
  'https://ladro.it?banca.it',
]

const mutations = [
  '<math><mtext><table><mglyph><style><!--</style>',
  '<svg></p><style><a id="</style><img src=x>">',
  '<noscript><p title="</noscript><img src=x>">',
  '<form><math><mtext></form><form><mglyph>',
  '<select><iframe></select><img src=x>',
  '<listing>&lt;img src=x&gt;</listing>',
  '<a href="&#106;avascript:1">x</a>',
  '<template><script>1</script></template>',
  '<x is="script">',
  '<base href=//ladro.it>',
  '<meta http-equiv=refresh content=0;url=//ladro.it>',
  '<link rel=stylesheet href=//ladro.it>',
]
const others = [
  '{{constructor.constructor("alert(1)")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is the attack
  '${alert(1)}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  '{"__proto__":{"x":1}}',
  '"},{"type":"live.welcome"}]',
  '</script><script>alert(1)</script>',
  '\u2028alert(1)\u2029',
  '</style><script>alert(1)</script>',
  'expression(alert(1))',
  'x;background:url(//ladro.it)',
  '*{display:none}',
  '@import "//ladro.it"',
  "$& $` $' $1 $$",
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '\u200b\u200c\u200d\u2060\ufeff',
  'Z\u0351\u036b\u0343\u036aa',
  "';alert(1)//",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text is the attack
  '`${alert(1)}`',
  '[x](javascript:alert(1))',
  '![x](x"onerror="alert(1))',
  '\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67',
]

/** 500 texts that would do harm somewhere, each once and none longer than 50 characters as a name may be. */
export const hostileTexts: string[] = [
  ...new Set([
    ...directions.map((direction) => `Bob ${direction}moc.live`),
    ...mutations,
    ...others,
    ...misleadingLinks,
    ...schemes.flatMap((scheme) =>
      breakouts.map((breakout) => `${breakout}${scheme}${scheme.endsWith(',') ? '<script>' : ':'}${run}`),
    ),
    ...breakouts.flatMap((breakout) =>
      tags.flatMap((tag) => handlers.map((handler) => `${breakout}<${tag} ${handler}=${run}>`)),
    ),
  ]),
]
  .filter((text) => [...text].length <= 50)
  .slice(0, 500)
