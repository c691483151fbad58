import { expect, it } from 'vitest'
import { formatAccess, listAccess } from '../../../../compiler/src/build/report/access-list.ts'
import { analyze } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const FILES = {
  'src/server/shop.api.ts': `import { api } from '@fw/runtime'
const STAFF = { scopes: ['staff', 'orders'] }
/** Undecided. */
export const teas = api({ run: () => 1 })
/** For all. */
export const brew = api({ access: 'public', guard: 'confirm', run: () => 1 })
/** For users. */
export const mine = api({ access: 'user', readonly: true, http: 'GET /orders', run: () => 1 })
/** For users with a scope. */
export const pay = api({ access: 'user', scopes: ['pay'], guard: 'forbidden', run: () => 1 })
/** For staff. */
export const list = api({ access: STAFF, run: () => 1 })
/** For staff, as before. */
export const count = api({ scopes: ['staff'], run: () => 1 })
/** For owners. */
export const cancel = api({ access: ({ ctx }) => ctx.scopes !== undefined, run: () => 1 })
`,
}

it('lists each function with its callers and its transports, sorted', async () => {
  const { root } = temporaryApp(FILES)
  const entries = listAccess(await analyze({ root }))
  expect(entries.map(({ tool, access, scopes }) => [tool, access, scopes])).toEqual([
    ['api.shop.brew', 'public', undefined],
    ['api.shop.cancel', 'function', undefined],
    ['api.shop.count', 'scopes', ['staff']],
    ['api.shop.list', 'scopes', ['staff', 'orders']],
    ['api.shop.mine', 'user', undefined],
    ['api.shop.pay', 'user', ['pay']],
    ['api.shop.teas', 'undecided', undefined],
  ])
  const find = (tool: string) => entries.find((one) => one.tool === tool)?.transports
  expect(find('api.shop.mine')).toEqual(['http', 'form', 'page', 'GET /orders', 'mcp', 'a2a', 'webmcp', 'agent', 'cli'])
  expect(find('api.shop.pay')).toEqual(['http', 'form', 'page'])
  expect(formatAccess(entries).split('\n')).toEqual([
    'function         who                         guard      transports',
    'api.shop.brew    every caller                confirm    http, form, page, mcp, a2a, webmcp, agent, cli',
    'api.shop.cancel  decided at each call        auto       http, form, page, mcp, a2a, webmcp, agent, cli',
    'api.shop.count   callers with staff          auto       http, form, page, mcp, a2a, webmcp, agent, cli',
    'api.shop.list    callers with staff, orders  auto       http, form, page, mcp, a2a, webmcp, agent, cli',
    'api.shop.mine    users                       auto       http, form, page, GET /orders, mcp, a2a, webmcp, agent, cli',
    'api.shop.pay     users with pay              forbidden  http, form, page',
    'api.shop.teas    every caller (undecided)    auto       http, form, page, mcp, a2a, webmcp, agent, cli',
  ])
})

it('an app without functions has a sentence', () => {
  expect(formatAccess([])).toBe('The app has no functions.')
})
