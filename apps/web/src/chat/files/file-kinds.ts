import { codeLanguage } from '../formatting/code-languages.ts'
import { kindTexts } from './reading.texts.it.ts'

/** Endings of what a system may run when it is opened, pages and documents with programs in them among it. */
const programs = words(
  'exe msi msix appx bat cmd com scr pif cpl dll ps1 psm1 vbs vbe js mjs cjs jse wsf wsh hta lnk url reg inf jar apk ipa',
  'app dmg pkg deb rpm appimage run command desktop sh bash zsh fish html htm xhtml mht svg svgz swf chm iso img vhd vhdx',
  'docm dotm xlsm xltm xlam xlsb pptm potm ppam ppsm sldm xll one',
)

const kinds: readonly [kind: string, endings: ReadonlySet<string>][] = [
  [kindTexts.program, programs],
  [kindTexts.pdf, words('pdf')],
  [kindTexts.archive, words('zip 7z rar tar gz tgz bz2 tbz2 xz txz zst lz lzma lz4 cab')],
  [
    kindTexts.document,
    words(
      'doc docx dot dotx odt ott rtf xls xlsx xlt xltx ods ppt pptx pps ppsx odp odg pages numbers key epub tex',
    ),
  ],
  [kindTexts.text, words('txt text log md markdown csv tsv nfo srt vtt rst adoc')],
  [kindTexts.audio, words('mp3 wav flac ogg oga opus m4a aac wma aiff aif mid midi amr')],
  [kindTexts.video, words('mp4 m4v mov mkv webm avi wmv mpg mpeg ogv 3gp flv')],
  [
    kindTexts.picture,
    words(
      'jpg jpeg png gif webp avif heic heif tif tiff bmp ico psd xcf raw dng cr2 cr3 nef arw orf rw2 jxl',
    ),
  ],
]

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')))
}

/** What a file is by the ending of its name, in a word or two. */
export function kindOf(name: string): string {
  const ending = endingOf(name)
  const known = kinds.find(([, endings]) => endings.has(ending))
  if (known) return known[0]
  const language = codeLanguage(ending)
  return language ? kindTexts.code(language.name) : kindTexts.other(ending.toUpperCase())
}

/** Whether opening a file may run what its sender wrote. */
export function mayRun(name: string): boolean {
  return programs.has(endingOf(name))
}

/** Without its dot, in lower case; empty where there is none. */
function endingOf(name: string): string {
  return /[^.]\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}
