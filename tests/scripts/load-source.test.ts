import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const LOADED = `
  import { loadSource } from './scripts/load-source.mjs'
  const { module, close } = await loadSource('./tests/soak/page-requests.ts')
  console.log(JSON.stringify(await module.fuzzPages({ requests: 200, seed: 1 })))
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
