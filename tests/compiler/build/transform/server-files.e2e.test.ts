/** Code of the server reads files beside it by `new URL('./file', import.meta.url)`: in dev and from a build that was moved. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppCopy, buildApp, copyFixture, startBuilt, startDev } from '../app-copy.ts'

const WORDS = `import { readFileSync } from 'node:fs'
export const words = () => readFileSync(new URL('./data/word list.txt', import.meta.url), 'utf8').trim()
export const icon = () => readFileSync(new URL("../../words.bin", import.meta.url)).length
/** Paths that aren't files, so that nothing is copied: a folder, and a file that is created later. */
export const folder = new URL('./data/', import.meta.url).pathname
export const later = new URL('./later.txt', import.meta.url).pathname
`
const PAGE = `import { icon, words } from '../server/words.ts'
export const meta = { title: 'Words' }
export default async () => {
  const lazy = await import('../server/words.ts')
  return <p class="words">{words()} {icon()} {lazy.words().length}</p>
}
`
const SHOWN = /<p class="words"[^>]*>tea, cake 3 9<\/p>/

let app: AppCopy
const elsewhere = mkdtempSync(join(tmpdir(), 'fw-moved-'))
beforeAll(() => {
  app = copyFixture()
  app.makeFolder('src/server/data')
  app.write('src/server/data/word list.txt', 'tea, cake\n')
  app.write('words.bin', 'abc')
  app.write('src/server/words.ts', WORDS)
  app.write('src/routes/words.tsx', PAGE)
})
afterAll(() => {
  app.remove()
  rmSync(elsewhere, { recursive: true, force: true })
})

test('a build contains the files, wherever it is moved', async () => {
  const { ok, log } = await buildApp(app.root)
  expect(ok, log).toBe(true)
  expect(app.list('dist/server/files')).toHaveLength(2)
  cpSync(app.path('dist'), join(elsewhere, 'dist'), { recursive: true })
  const built = await startBuilt(elsewhere)
  try {
    expect(await (await fetch(`${built.url}words`)).text()).toMatch(SHOWN)
  } finally {
    await built.stop()
  }
})

test('dev reads them in place', async () => {
  const dev = await startDev(app.root)
  try {
    const html = await (await dev.fetch('/words')).text()
    expect(html.replace(/<!--.*?-->/g, '')).toMatch(SHOWN)
  } finally {
    await dev.stop()
  }
})
