import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { bareTexts } from './bare-texts.ts'

const web = resolve(import.meta.dirname, '../apps/web/src')

it('finds no text of a screen beside something that changes', () => {
  // The table of routes draws nothing.
  const files = globSync('**/*.tsx', { cwd: web, exclude: ['routes.tsx'] })
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    bareTexts(file, readFileSync(resolve(web, file), 'utf8')).map(
      ({ line, code }) => `${file}:${line} ${code}`,
    ),
  )
  expect(found).toEqual([])
})

it.each([
  '<button>{busy && <span />}{children}</button>',
  '<p>{isDone ? <b /> : null}Ciao</p>',
  '<p><b />{count}</p>',
  '<p>{name}: {text}</p>',
  '<p>{isOld && texts.old}{isNew && texts.new}</p>',
  '<p><BotMark />, ieri</p>',
  '<p>{parts.map((part) => part.isHit ? <mark>{part.text}</mark> : part.text)}, <b /></p>',
  '<p>{people.map((one) => { return <b>{one}</b> })} e altri</p>',
  '<p>{parts.map((part) => part.isHit ? <mark>{part.text}</mark> : part.text)}</p>',
  '<p key={uid}><b>{name}</b> e altri {count}</p>',
  '<>{lead}</>',
  '<Alert>{describe(failure)}<Button /></Alert>',
])('finds %s', (code) => {
  expect(bareTexts('planted.tsx', `const it = ${code}`)).toHaveLength(1)
})

it.each([
  '<button>{busy && <span />}<span>{children}</span></button>',
  '<p>{count}</p>',
  '<p>{isOld ? texts.old : <b />}</p>',
  '<p><IconPlus />{eventsTexts.create}</p>',
  '<p>{texts.first} <b /></p>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: of the source that is read
  '<p key={`${name} ${count}`}><b>{name}</b> e altri {count}</p>',
  '<section><h2>{title}</h2>{children}</section>',
  '<ul>{people.map((one) => <li>{one}</li>)}</ul>',
  "<p><b />{' '}{isHere && <i />}</p>",
])('lets %s be', (code) => {
  expect(bareTexts('planted.tsx', `const it = ${code}`)).toEqual([])
})
