/** The service worker of an app, as a script: the code before it, and the modules that it may not import. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { appPaths } from '../../../compiler/src/build/app-paths.ts'
import { bundleWorker, hasWorker } from '../../../compiler/src/build/bundle-worker.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'fw-sw-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const paths = appPaths(root, {})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

async function listOf(options: Partial<Parameters<typeof bundleWorker>[1]>): Promise<Record<string, unknown>> {
  await bundleWorker(paths, { hashed: [], isStatic: false, inlineStyles: false, ...options })
  const text = readFileSync(join(root, 'dist/client/sw.js'), 'utf8')
  expect(text).toContain('hello from the worker')
  return JSON.parse(/^self\.__FW_PRECACHE__=(.*);$/m.exec(text)?.[1] ?? '') as Record<string, unknown>
}

test('CNV-16 the list names scripts, styles and fonts, the pages of a static site, and a version of all of it', async () => {
  expect(hasWorker(paths)).toBe(false)
  write('src/sw.ts', "const text: string = 'hello from the worker'\nconsole.log(text)\n")
  write('dist/server/index.js', 'one')
  mkdirSync(join(root, 'dist/client'))
  expect(hasWorker(paths)).toBe(true)
  const hashed = ['assets/b-1.js', 'assets/a-1.css', 'assets/f-1.woff2', 'assets/p-1.avif']
  const first = await listOf({ hashed })
  expect(first).toEqual({ version: first.version, assets: ['/assets/a-1.css', '/assets/b-1.js', '/assets/f-1.woff2'] })
  expect((await listOf({ hashed })).version).toBe(first.version)
  write('dist/server/index.js', 'two')
  expect((await listOf({ hashed })).version).not.toBe(first.version)
  write('dist/client/index.html', 'home')
  write('dist/client/posts/über/index.html', 'post')
  write('dist/client/404.html', 'none')
  const site = await listOf({ isStatic: true, inlineStyles: true })
  expect(site).toMatchObject({ pages: ['/', '/posts/%C3%BCber'], inlineStyles: true })
  write('dist/client/index.html', 'home again')
  expect((await listOf({ isStatic: true })).version).not.toBe(site.version)
})

test("a worker can't import server code or apis, and no other file may have its URL", async () => {
  write('src/server/notes.api.ts', 'export const list = 1\n')
  write('src/sw.ts', "import { list } from './server/notes.api.ts'\nconsole.log(list)\n")
  await expect(listOf({})).rejects.toThrow(
    "src/sw.ts imports src/server/notes.api.ts. A service worker can't call apis",
  )
  write('src/session.ts', 'export default 1\n')
  write('src/sw.ts', "import session from './session.ts'\nconsole.log(session)\n")
  await expect(listOf({})).rejects.toThrow('imports src/session.ts, which runs on the server only')
  write('public/sw.js', '')
  expect(() => hasWorker(paths)).toThrow('src/sw.ts is served as /sw.js, but public/sw.js exists too.')
})
