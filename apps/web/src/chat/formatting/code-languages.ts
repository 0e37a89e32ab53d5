/** Each language's name, its grammar in highlight.js, and its aliases, in lower case. */
const languages = [
  ['Bash', 'bash', 'bash sh shell zsh'],
  ['C', 'c', 'c h'],
  ['C++', 'cpp', 'cpp c++ cc cxx hpp'],
  ['C#', 'csharp', 'csharp c# cs'],
  ['CSS', 'css', 'css'],
  ['Diff', 'diff', 'diff patch'],
  ['Dockerfile', 'dockerfile', 'dockerfile docker'],
  ['Go', 'go', 'go golang'],
  ['Haskell', 'haskell', 'haskell hs'],
  ['HTML', 'xml', 'html xhtml'],
  ['XML', 'xml', 'xml svg'],
  ['HTTP', 'http', 'http'],
  ['INI', 'ini', 'ini'],
  ['TOML', 'ini', 'toml'],
  ['Java', 'java', 'java'],
  ['JavaScript', 'javascript', 'javascript js jsx cjs mjs'],
  ['JSON', 'json', 'json jsonc'],
  ['Kotlin', 'kotlin', 'kotlin kt kts'],
  ['Lua', 'lua', 'lua'],
  ['Makefile', 'makefile', 'makefile make mk'],
  ['PHP', 'php', 'php'],
  ['PowerShell', 'powershell', 'powershell ps ps1 pwsh'],
  ['Python', 'python', 'python py'],
  ['Ruby', 'ruby', 'ruby rb'],
  ['Rust', 'rust', 'rust rs'],
  ['SQL', 'sql', 'sql'],
  ['Swift', 'swift', 'swift'],
  ['TypeScript', 'typescript', 'typescript ts tsx cts mts'],
  ['x86 Assembly', 'x86asm', 'x86asm asm nasm'],
  ['YAML', 'yaml', 'yaml yml'],
] as const

export type Grammar = (typeof languages)[number][1]

const byWord = new Map(
  languages.flatMap(([name, grammar, words]) => words.split(' ').map((word) => [word, { name, grammar }])),
)

/** The languages by name, each with its usual word. */
export const languageWords = new Map<string, string>(
  languages.map(([name, , words]) => [name, words.replace(/ .*/, '')]),
)

/** The language of a fence's info word, such as 'py'; null where its code is not highlighted. */
export function codeLanguage(word: string | null): { name: string; grammar: Grammar } | null {
  return byWord.get(word?.toLowerCase() ?? '') ?? null
}
