import { expect, test } from 'vitest'
import { isAppSource } from '../../../compiler/src/build/app-paths.ts'

test.each([
  ['/app/src/cart.ts', true],
  ['/app/.fw/types/register.d.ts', true],
  ['/app/node_modules/queue/index.js', false],
  // Packages that the dev server has bundled: their work has causes like other packages.
  ['/app/.fw/cache/vite/deps/queue.js', false],
  ['/elsewhere/cart.ts', false],
])('%s is a source of the app: %s', (file, isSource) => {
  expect(isAppSource({ root: '/app' }, file)).toBe(isSource)
})
