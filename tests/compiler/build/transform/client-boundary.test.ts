import { expect, test } from 'vitest'
import { serverOnlyReason } from '../../../../compiler/src/analyze/modules/server-only.ts'
import { appPaths } from '../../../../compiler/src/build/app-paths.ts'
import { boundaryMessage } from '../../../../compiler/src/build/transform/client-boundary.ts'

const paths = appPaths('/app', {})

test.each([
  '/app/src/server/db.ts',
  '/app/src/session.ts',
  '/app/src/ctx.ts',
  '/app/src/hooks.ts',
  '/app/src/agent.ts',
  '/app/src/middleware.ts',
  '/app/src/channels/slack.ts',
  '/app/src/prices.server.ts',
  '/packages/shop/src/prices.server.ts',
  'C:/packages/shop/src/prices.server.ts?raw',
  '/.env.local?raw',
  '/app/src/server/shop.api.ts?raw',
  '/app/src/server/shop.api.ts?import&url',
  '@fw/runtime/server',
  '@fw/runtime/host',
])('%s may not reach the browser', (id) => {
  expect(serverOnlyReason(paths, id)).toBeTypeOf('string')
})

test.each([
  '/app/src/server/shop.api.ts',
  '/app/src/server/shop.api.ts?t=1',
  '/app/src/components/ctx.ts',
  '/app/src/stores.ts',
  '/app/node_modules/thing/src/ctx.ts',
  '/app/node_modules/thing/src/main.server.js',
  'thing/src/main.server.js',
  '/packages/shop/src/session.ts',
  '@fw/runtime',
  '@fw/runtime/client',
])('%s may', (id) => {
  expect(serverOnlyReason(paths, id)).toBeUndefined()
})

test('a nested api file is server code, not an api module', () => {
  expect(serverOnlyReason(paths, '/app/src/server/nested/shop.api.ts')).toBe('which is in src/server')
})

test('the message shows the imports that lead to the file and a solution', () => {
  expect(boundaryMessage(['src/Cart.tsx', 'src/prices.ts', 'src/server/db.ts'], 'which is in src/server')).toBe(
    [
      'Code for the browser imports src/server/db.ts, which is in src/server.',
      '  src/Cart.tsx',
      '    └ imports src/prices.ts',
      '      └ imports src/server/db.ts',
      'Call an api() from the component instead, or import only types (import type { … }).',
    ].join('\n'),
  )
})
