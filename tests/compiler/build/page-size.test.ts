import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { copyFixture } from './app-copy.ts'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))

/** Linux's numbers of the pages of a process. */
const PAGES = '/proc/self/smaps_rollup'

/** Builds the app of `ROOT`, and prints the memory in pages of 2 MiB that its process has afterwards. */
const BUILD = `import { readFileSync } from 'node:fs'
import { build } from '@fw/compiler'

await build({ root: process.env.ROOT, log() {} })
console.log(/^AnonHugePages: +(.*)$/m.exec(readFileSync('${PAGES}', 'utf8'))?.[1])`

it('a build uses no memory in large pages, which Linux would clear first', async () => {
  const app = copyFixture()
  const code = existsSync(PAGES) ? BUILD : "console.log('0 kB')"
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: REPOSITORY,
    env: { ...process.env, ROOT: app.root },
  })
  expect(stdout.trim()).toBe('0 kB')
  app.remove()
})
