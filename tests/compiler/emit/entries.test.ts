import { join } from 'node:path'
import { expect, it } from 'vitest'
import { emitClientEntry } from '../../../compiler/src/emit/client-entry.ts'
import { parseModule } from '../../../compiler/src/emit/parse-module.ts'
import { emitServerEntry } from '../../../compiler/src/emit/server-entry.ts'
import type { ApiModel, AppModel } from '../../../compiler/src/model.ts'

const snapshots = join(import.meta.dirname, '../../../snapshots/emit')

const EMPTY: AppModel = { root: '/app', config: {}, modules: [], routes: [], components: [], files: {} }

function defineTool(exportName: string, options: object = { guard: 'confirm' }): ApiModel {
  return {
    tool: `api.bills.${exportName}`,
    module: 'bills',
    exportName,
    span: { file: 'src/server/bills.api.ts', start: 0, end: 1, line: 1, column: 1 },
    guard: 'confirm',
    scopes: [],
    options: { ...options },
    input: { source: 'none' },
    output: { source: 'none' },
  }
}

const FULL: AppModel = {
  ...EMPTY,
  modules: [
    { module: 'cart', file: 'src/server/cart.api.ts', apis: [] },
    { module: 'gift-card', file: 'src/server/gift-card.api.ts', apis: [] },
    {
      module: 'bills',
      file: 'src/server/bills.api.ts',
      isDeclarative: true,
      apis: [defineTool('pay'), defineTool('list')],
    },
    {
      module: 'early',
      file: 'src/server/early.api.ts',
      isDeclarative: true,
      apis: [defineTool('start', { eager: true })],
    },
    { module: 'effects', file: 'src/server/effects.api.ts', apis: [defineTool('start')] },
  ],
  routes: [
    { filePath: '_layout.tsx', kind: 'layout', layouts: [] },
    { filePath: 'index.tsx', pattern: '/', kind: 'page', layouts: ['_layout.tsx'], emptyManifest: true },
    {
      filePath: 'orders/[id].tsx',
      pattern: '/orders/[id]',
      kind: 'page',
      layouts: ['_layout.tsx'],
      meta: { title: 'Order' },
      noStaticParams: true,
    },
  ],
  files: {
    ctx: 'src/ctx.ts',
    session: 'src/session.ts',
    hooks: 'src/hooks.ts',
    middleware: 'src/middleware.ts',
    websocket: 'src/ws.ts',
    matchers: 'src/matchers.ts',
    feed: 'src/feed.ts',
    stores: 'src/stores.ts',
    client: 'src/client.ts',
    config: 'fw.config.ts',
  },
}

it('the server entry imports apis, ctx, session, hooks, middleware, WebSocket endpoint, feed and matchers, and loads routes and apis with known options late', async () => {
  const text = emitServerEntry(FULL)
  await expect(text).toMatchFileSnapshot(join(snapshots, 'entries/server.js'))
  expect(parseModule(text, 'server.js').body.length).toBeGreaterThan(0)
})

it('an app with only pages needs none of them', async () => {
  const text = emitServerEntry({ ...EMPTY, routes: FULL.routes.slice(1, 2) })
  await expect(text).toMatchFileSnapshot(join(snapshots, 'entries/server-pages-only.js'))
  expect(parseModule(text, 'server.js').body.length).toBeGreaterThan(0)
})

it('an app that serves an OpenAPI document passes its version and license', () => {
  const text = emitServerEntry({ ...EMPTY, appPackage: { version: '1.2.3', license: 'MIT' } })
  expect(text).toContain('const appPackage = {"version":"1.2.3","license":"MIT"}')
  expect(text).toContain('loadRoute, appPackage }')
})

it('no generated file contains the path of the app', () => {
  for (const emit of [emitServerEntry, emitClientEntry]) expect(emit(FULL)).not.toContain('/app/')
})

it('the client entry is the app’s own, or empty', () => {
  expect(emitClientEntry(FULL)).toMatch(/^import "\/src\/client\.ts"\n/)
  expect(emitClientEntry(EMPTY)).toBe('export {}\n')
})
