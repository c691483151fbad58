import { expect, test } from 'vitest'
import { MOST_LOADED, planTools } from '../../../../runtime/src/agent/tool-search/plan-tools.ts'
import { collectTools } from '../../../../runtime/src/agent/turn-tools.ts'
import type { Manifest } from '../../../../runtime/src/contract/agent/manifest.ts'
import { listUiTools } from '../../../../runtime/src/contract/agent/ui-tools.ts'
import type { ManifestTool } from '../../../../runtime/src/contract/api.ts'
import { CATALOGUE } from './catalogue.ts'

const describeTool = (where: ManifestTool['where']) => (tool: Pick<ManifestTool, 'name' | 'description' | 'input'>) =>
  ({ ...tool, where, guard: 'auto' }) as ManifestTool // the members that a turn reads

const server = CATALOGUE.map(describeTool('server'))
const add = describeTool('page')({ name: 'Cart.add', description: 'Adds a line.', input: { type: 'object' } })
const manifest: Manifest = {
  fw: '1',
  path: '/',
  components: [{ id: 'c1', name: 'Cart', hydrate: 'load', does: ['Cart.add', 'api.orders.get'], stores: [] }],
  stores: [],
  tools: [...server, add],
  routes: [],
  skills: [],
}
const skills = [{ name: 'refunds', description: 'Refunds.', body: 'Ask first.', file: 'refunds.md', tools: [] }]
const listNames = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name)

test('a request defines the tools of the page, the functions that it calls, and read_skill; the others are deferred', () => {
  const { offered, deferred, findPlace } = collectTools({ tools: server, skills }, manifest, [])
  const ui = listNames(listUiTools())
  expect(listNames(offered)).toEqual(['api.orders.get', 'Cart.add', ...ui, 'read_skill'])
  expect(listNames(deferred)).toEqual(listNames(server).filter((name) => name !== 'api.orders.get'))
  expect(['search_tools', 'api.orders.list', 'Cart.add'].map(findPlace)).toEqual(['search', 'server', 'page'])
})

test('a channel has no tools of the page', () => {
  const { offered, deferred } = collectTools({ tools: server, skills, channel: 'support' }, manifest, [])
  expect(listNames(offered)).toEqual(['api.orders.get', 'read_skill'])
  expect(listNames(deferred)).not.toContain('Cart.add')
})

test('a filter that leaves few tools defers none', () => {
  const { offered, deferred, findPlace } = collectTools({ tools: server, skills }, manifest, [
    { include: ['api.orders.*'] },
  ])
  expect(offered).toHaveLength(11)
  expect(deferred).toEqual([])
  expect(findPlace('search_tools')).toBeUndefined()
})

test.each([MOST_LOADED - 1, MOST_LOADED, MOST_LOADED + 1, 200])('a page with %i tools', (count) => {
  const tools = Array.from({ length: count }, (_, at) => ({ name: `Page.t${at}` }))
  const { loaded, deferred } = planTools(tools, () => true)
  expect(loaded.length).toBe(count > MOST_LOADED ? MOST_LOADED - 1 : count)
  expect([...deferred, ...loaded]).toEqual(tools)
})
