/** Every entry of `docs/guide/approval-security.md` names an existing test: its file and its exact title. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY } from '../structure/source-tree.ts'

const page = readFileSync(join(REPOSITORY, 'docs/guide/approval-security.md'), 'utf8')
const [closed = '', limits = ''] = page.split('\n## Limits\n')

/** A line of an entry that names a test: the file, then the title in quotes. */
const REFERENCE = /^ {2}`(tests\/[\w./-]+\.test\.ts)`, "(.+)";?$/gm

/** Returns each item of the lists as one string. */
function listEntries(text: string): readonly string[] {
  return text.split(/^(?=- )/m).slice(1)
}

/** References to a file that doesn't exist, or to a title that its file doesn't contain. */
function findMissingTests(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)]
    .filter(([, file = '', title = '']) => !readTitles(join(REPOSITORY, file)).has(title))
    .map(([, file, title]) => `${file}: ${title}`)
}

/** Returns the titles of tests and of the rows of their tables. */
function readTitles(path: string): ReadonlySet<string> {
  if (!existsSync(path)) return new Set()
  const source = readFileSync(path, 'utf8')
  const literals = source.matchAll(/(?:\(|name: )\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")/g)
  return new Set([...literals].map(([, literal = '']) => literal.slice(1, -1).replace(/\\(.)/g, '$1')))
}

test('every closed way around an approval names its test, and every named test exists', () => {
  const entries = listEntries(closed)
  expect(entries.length).toBeGreaterThan(35)
  expect(entries.filter((entry) => entry.match(REFERENCE) === null)).toEqual([])
  expect(findMissingTests(page)).toEqual([])
})

test('each line that mentions a test file is a reference that this test understands', () => {
  const mentions = page.match(/tests\/[\w./-]+/g) ?? []
  expect(page.match(REFERENCE)?.length).toBe(mentions.length)
})

test('the limits name no tests', () => {
  expect(listEntries(limits).length).toBeGreaterThan(5)
  expect(limits).not.toContain('.test.ts')
})

test('a test that was renamed or removed is found', () => {
  const reference = (file: string, title: string) => `- **Entry.** Text.\n  \`${file}\`, "${title}"\n`
  const here = 'tests/docs/approval-security.test.ts'
  expect(findMissingTests(reference(here, 'a test that was renamed or removed is found'))).toEqual([])
  expect(findMissingTests(reference(here, 'a test that was renamed'))).toEqual([`${here}: a test that was renamed`])
  expect(findMissingTests(reference('tests/docs/gone.test.ts', 'x'))).toEqual(['tests/docs/gone.test.ts: x'])
})
