import { expect, it } from 'vitest'
import { kindOf, mayRun } from './file-kinds.ts'

it.each([
  ['relazione.pdf', 'PDF', false],
  ['RELAZIONE.PDF', 'PDF', false],
  ['sfida.tar.gz', 'Archivio', false],
  ['bilancio.xlsx', 'Documento', false],
  ['bilancio.xlsm', 'Programma', true],
  ['note.txt', 'Testo', false],
  ['solve.py', 'Codice Python', false],
  ['main.cpp', 'Codice C++', false],
  ['dati.json', 'Codice JSON', false],
  ['voce.ogg', 'Audio', false],
  ['schermo.mp4', 'Video', false],
  ['foto.HEIC', 'Immagine', false],
  ['fattura.pdf.exe', 'Programma', true],
  ['pagina.html', 'Programma', true],
  ['logo.svg', 'Programma', true],
  ['avvia.sh', 'Programma', true],
  ['app.js', 'Programma', true],
  ['dump.pcap', 'File PCAP', false],
  ['Makefile', 'File', false],
  ['v1.', 'File', false],
])('%s is %j', (name, kind, isProgram) => {
  expect(kindOf(name)).toBe(kind)
  expect(mayRun(name)).toBe(isProgram)
})
