import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const LOADED = `
  import { openSources } from './scripts/load-source.mjs'
  const { load, close } = await openSources()
  const { fuzzPages } = await load('./tests/soak/page-requests.ts')
  console.log(JSON.stringify(await fuzzPages({ requests: 200, seed: 1 })))
  await close()
`

it('random page requests of the load tests get their pages', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', LOADED], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(stdout, stderr).toBe('[]\n')
})

it('every script loads our sources in this way', () => {
  const folder = new URL('../../scripts/', import.meta.url)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const others = names.filter((name) => /^(?!load-source|.*node_modules\/).+\.mjs$/.test(name))
  expect(others.length).toBeGreaterThan(20)
  const ways = others.filter((name) => /from 'vite'|import\(['"]vite/.test(readFileSync(new URL(name, folder), 'utf8')))
  expect(ways).toEqual([])
})
