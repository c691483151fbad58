/** The files that a platform serves itself. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  copyStaticAssets,
  listStaticAssets,
  refuseIndexFiles,
} from '../../../compiler/src/build/targets/static-assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-static-assets-'))
const client = join(folder, 'client')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FILES = [
  '.well-known/security.txt',
  '.env',
  '_fw/own.js',
  'assets/app-0123abcd.js',
  'assets/app-0123abcd.js.br',
  'assets/app-0123abcd.js.map',
  'assets/logo.svg',
  'robots.txt',
]

test('lists the files that the framework serves, and those of the hashed folder without a hash', async () => {
  for (const name of FILES) {
    mkdirSync(dirname(join(client, name)), { recursive: true })
    writeFileSync(join(client, name), name)
  }
  const built = { hashed: ['assets/app-0123abcd.js'], encoded: ['assets/app-0123abcd.js.br'] }
  writeFileSync(`${client}.built-files.json`, JSON.stringify(built))
  const { names, changing } = await listStaticAssets(client)
  expect(names).toEqual(['.well-known/security.txt', 'assets/app-0123abcd.js', 'assets/logo.svg', 'robots.txt'])
  expect(changing).toEqual(['assets/logo.svg'])
  await copyStaticAssets(client, names, join(folder, 'static'))
  expect(readdirSync(join(folder, 'static')).sort()).toEqual(['.well-known', 'assets', 'robots.txt'])
})

test.each([
  ['index.html', 'public/index.html:1:1 Vercel serves this file at /, in place'],
  ['help/index.html', 'public/help/index.html:1:1 Vercel serves this file at /help/, in place'],
])('refuses %s, which a platform serves in place of a page', (name, message) => {
  expect(() => refuseIndexFiles(['robots.txt', 'about.html'], 'Vercel')).not.toThrow()
  expect(() => refuseIndexFiles(['robots.txt', name], 'Vercel')).toThrow(message)
})
