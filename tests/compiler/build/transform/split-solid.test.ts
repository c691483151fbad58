import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { removeUnusedSolid } from '../../../../compiler/src/build/transform/split-solid.ts'

const web = createRequire(import.meta.url)
  .resolve('solid-js/web')
  .replace(/[^\\/]+$/, 'web.js')

test("the browser's build of Solid has no queue of events, which only its own hydrate fills", () => {
  const code = readFileSync(web, 'utf8')
  expect(code).toContain('sharedConfig.events.queued')
  const without = removeUnusedSolid(code)
  expect(without).not.toContain('sharedConfig.events &&')
  expect(without).not.toContain('sharedConfig.registry && ')
  expect(without).not.toContain('sharedConfig.completed.add')
})
