/** An agent without a model and without a browser: a script that has `instancesFor` of the real shop, built and loaded here. */
import { readFileSync, writeFileSync } from 'node:fs'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadBuild } from '../../../compiler/src/start.ts'
import ctxFor from '../../../playground/shop/src/ctx.ts'
import type { ShopSession } from '../../../playground/shop/src/session.ts'
import type { Manifest } from '../../../runtime/src/contract/agent/manifest.ts'
import type { ParkedResult } from '../../../runtime/src/contract/agent/proposal.ts'
import type { AuditEntry, Ctx } from '../../../runtime/src/contract/api.ts'
import { createSessionStore, type FwServer } from '../../../runtime/src/server.ts'
import { type ShopApp, startShop } from '../shop-app.ts'
import { type Caller, createCaller, resultOf } from './shop-caller.ts'

let shop: ShopApp
/** The same build in this process, on the same data: where the script is. The person is at the other one. */
let server: FwServer
let ada: Caller
const entries: AuditEntry[] = []
const before = { ...process.env }

beforeAll(async () => {
  shop = await startShop()
  Object.assign(process.env, { SESSION_SECRET: shop.env.SESSION_SECRET, SHOP_DB: shop.env.SHOP_DB })
  const build = await loadBuild(shop.folder)
  server = build.server.createApp({}, { data: `sqlite:${shop.folder}/.fw/data/fw.db` }) as FwServer // made of our runtime
  ada = createCaller(shop.url)
  await ada.signIn('ada@halden.example', 'lighthouse')
})
afterAll(async () => {
  await server?.close()
  await shop?.close()
  for (const name of ['SESSION_SECRET', 'SHOP_DB'] as const)
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
})

/** Ada's, as the shop makes it of her cookie. */
async function ctxOf(path: string): Promise<Ctx> {
  const request = new Request(new URL(path, shop.url), { headers: { cookie: ada.cookie() } })
  const session = createSessionStore<ShopSession>({ secret: String(shop.env.SESSION_SECRET) })
  const { data } = session.read(request) ?? {}
  return { ...ctxFor(request, data ? { session: data } : {}), headers: new Headers() }
}

/** Runs a tool of the page as it is rendered now. */
async function run<Result>(path: string, name: string, input?: unknown): Promise<Result> {
  const { instances } = await server.instancesFor(path, await ctxOf(path), {
    onAudit: (entry) => void entries.push(entry),
  })
  const tool = instances.flatMap(({ intents }) => intents).find((one) => one.name === name)
  if (tool === undefined) throw new Error(`${path} has no ${name}`)
  return (await tool.run(input)) as Result // each test checks its type
}

function orders(): number {
  const db = new Database(String(shop.env.SHOP_DB))
  const { count } = db.prepare('SELECT count(*) AS count FROM orders').get() as { count: number }
  db.close()
  return count
}

describe('a script in the process of a server', () => {
  let parked: ParkedResult

  it('SRV-23 SRV-30 finds products, fills the cart and parks the checkout', async () => {
    expect(Object.keys(server)).toEqual(
      expect.arrayContaining(['fetch', 'apiTools', 'manifestFor', 'instancesFor', 'listPages', 'notFoundPage']),
    )
    const found = await run<{ products: { slug: string }[] }>('/cart', 'QuickFind.find', { text: 'linen' })
    expect(found.products.map(({ slug }) => slug)).toContain('linen-notebook')
    expect(await run('/products/linen-notebook', 'AddToCart.add', { quantity: 2 })).toEqual({ count: 2, total: 3600 })
    const cart = await run<{ total: number }>('/cart', 'CartView.setQuantity', { slug: 'linen-notebook', quantity: 3 })
    expect(cart.total).toBe(5400)
    // The cart that the person sees is the same.
    expect(await ada.call('cart.get')).toMatchObject({ body: { result: { count: 3, total: 5400 } } })
    parked = await run<ParkedResult>('/cart', 'Checkout.order')
    expect(parked).toMatchObject({ status: 'proposal', tool: 'api.orders.checkout', input: { total: 5400 } })
    expect(orders()).toBe(0)
    expect(entries.map(({ tool, origin, ok }) => `${origin} ${tool} ${ok}`)).toEqual([
      'agent api.catalogue.search true',
      'agent QuickFind.find true',
      'agent api.cart.add true',
      'agent AddToCart.add true',
      'agent api.cart.change true',
      'agent CartView.setQuantity true',
      'agent api.orders.checkout true',
      'agent Checkout.order true',
    ])
    expect(entries.at(-1)?.proposal).toBe(parked.id)
  })

  it('cannot approve it: no tool of any page settles, and over HTTP an agent is refused', async () => {
    const pages = await server.listPages()
    for (const { path } of pages.filter(({ concrete }) => concrete)) {
      const { instances } = await server.instancesFor(path, await ctxOf(path))
      const names = instances.flatMap(({ intents }) => intents.map(({ name }) => name))
      expect(names.filter((name) => /approve|reject|proposal/i.test(name))).toEqual([])
    }
    expect((await ada.post('/_fw/approve', { id: parked.id }, { agent: true })).status).toBe(403)
    expect((await createCaller(shop.url).post('/_fw/approve', { id: parked.id })).status).toBe(404)
    expect(orders()).toBe(0)
  })

  it('a person approves it at the other server, and it runs once', async () => {
    expect(resultOf<{ total: number }>(await ada.post('/_fw/approve', { id: parked.id })).total).toBe(5400)
    expect((await ada.post('/_fw/approve', { id: parked.id })).status).toBe(404)
    expect(orders()).toBe(1)
    expect(await run('/cart', 'QuickFind.find', { text: 'linen' })).toMatchObject({ total: 4 })
  })

  it('gets validation errors like other clients', async () => {
    await expect(run('/cart', 'QuickFind.find', { text: '' })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'text' }],
    })
    await expect(run('/products/linen-notebook', 'AddToCart.add', { quantity: 21 })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(await server.instancesFor('/products/wool-socks', await ctxOf('/products/wool-socks'))).toEqual({
      instances: [],
    })
  })
})

describe('the manifest', () => {
  const manifestAt = async (path: string) => {
    const url = `${shop.url}/_fw/manifest?path=${encodeURIComponent(path)}`
    const answer = await fetch(url, { headers: { cookie: ada.cookie() } })
    expect(answer.status).toBe(200)
    return (await answer.json()) as Manifest
  }

  it('MAN-01 has the members that the contract names and no others, on every page', async () => {
    for (const path of ['/cart', '/products/brass-pen', '/', '/nowhere']) {
      const manifest = await manifestAt(path)
      expect(strayMembers(manifest, SHAPE), path).toEqual([])
      expect(manifest.pattern === undefined, path).toBe(path === '/nowhere')
    }
    expect(strayMembers({ ...(await manifestAt('/')), tools: [{ extra: 1 }] }, SHAPE)).toContain('tools[0].extra')
  })

  it.each([
    ['an empty cart', '/cart', 'empty-cart'],
    ['a product', '/products/brass-pen', 'product'],
  ])('of %s is this, over HTTP and without a session', async (_, path, name) => {
    const answer = await fetch(`${shop.url}/_fw/manifest?path=${path}`)
    const manifest: unknown = await answer.json()
    const file = new URL(`../../../snapshots/manifest/shop-${name}.json`, import.meta.url)
    if (process.env.UPDATE === '1') writeFileSync(file, JSON.stringify(manifest, undefined, 2))
    expect(manifest).toEqual(JSON.parse(readFileSync(file, 'utf8')))
  })

  it('describes what instancesFor hands out, tool by tool', async () => {
    await ada.call('cart.add', { slug: 'brass-pen' })
    for (const path of ['/cart', '/products/brass-pen', '/', '/nowhere']) {
      const { components, tools, path: told } = await manifestAt(path)
      const { instances } = await server.instancesFor(path, await ctxOf(path))
      expect(told).toBe(path)
      expect(instances.map(({ id, component, stores }) => ({ id, component, stores }))).toEqual(
        components.map(({ id, name, stores }) => ({ id, component: name, stores })),
      )
      const live = instances.flatMap(({ intents }) => intents.map(({ run: _, ...entry }) => entry))
      const listed = tools.filter(({ where }) => where === 'page').map(({ instances: _, ...entry }) => entry)
      expect(JSON.parse(JSON.stringify(live))).toEqual(listed)
    }
  })
})

/** Members of an object: `?` may be absent; a value is a nested shape, the shape of a list's items, or `any` data. */
type Shape = { readonly [member: string]: Shape | readonly [Shape] | 'any' }
const TOOL: Shape = {
  name: 'any',
  'title?': 'any',
  description: 'any',
  guard: 'any',
  input: 'any',
  'output?': 'any',
  'scopes?': 'any',
  'effect?': 'any',
  'readonly?': 'any',
  where: 'any',
  'instances?': 'any',
  'ready?': 'any',
}
const SHAPE: Shape = {
  fw: 'any',
  path: 'any',
  'pattern?': 'any',
  components: [
    {
      id: 'any',
      name: 'any',
      hydrate: 'any',
      'description?': 'any',
      'state?': 'any',
      'shows?': 'any',
      'does?': 'any',
      stores: 'any',
    },
  ],
  stores: [{ alias: 'any', 'description?': 'any', 'schema?': 'any', 'value?': 'any', readers: 'any', actions: 'any' }],
  tools: [TOOL],
  routes: [{ pattern: 'any', 'title?': 'any' }],
  skills: [{ name: 'any', description: 'any', 'when?': 'any', tools: 'any' }],
}

/** Paths of members that are there and not in the shape, or the other way round. */
function strayMembers(value: unknown, shape: Shape, path = ''): string[] {
  const members = value as Record<string, unknown> // of a manifest
  const known = new Set(Object.keys(shape).map((key) => key.replace('?', '')))
  const stray = Object.keys(members).filter((key) => !known.has(key))
  const missing = Object.keys(shape).filter((key) => !key.endsWith('?') && !(key in members))
  const below = Object.entries(shape).flatMap(([key, inner]) => {
    if (inner === 'any' || !(key in members)) return []
    if (!Array.isArray(inner)) return strayMembers(members[key], inner as Shape, `${path}${key}.`)
    return (members[key] as unknown[]).flatMap((one, at) =>
      strayMembers(one, inner[0] as Shape, `${path}${key}[${at}].`),
    )
  })
  return [...[...stray, ...missing].map((key) => path + key), ...below]
}
