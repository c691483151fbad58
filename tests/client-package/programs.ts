/** Programs with generated clients. Each exports `callAll`, which returns what it has received. */

/** Runs the program with the origin of its first argument, and prints what it returns. */
export const MAIN = `import { callAll } from './call-all.js'

declare const process: { argv: string[] }

console.log(JSON.stringify(await callAll(process.argv[2] ?? '', process.argv[3] === 'without-streams')))
`

/** Calls every function of the shop. Its session is a cookie, which browsers store. */
export const SHOP = `import { type ClientOptions, createClient, isFwError, isProposal, waitForDecision, approveProposal, rejectProposal } from 'shop-client'
import { login, logout, me } from 'shop-client/account'
import { agentCalls, reprice, restock } from 'shop-client/admin'
import * as cart from 'shop-client/cart'
import { product, search } from 'shop-client/catalogue'
import { checkout, get, list, type Order } from 'shop-client/orders'

let cookie = ''
/** Like a browser's, for programs. With \`isPoor\` its responses have no body streams. */
const withCookies = (isPoor: boolean): NonNullable<ClientOptions['fetch']> => async (url, request) => {
  const headers = { ...request.headers, ...(cookie !== '' && { cookie }) }
  const response = await fetch(url, { ...request, headers })
  const [header] = response.headers.getSetCookie()
  if (header !== undefined) cookie = header.split(';', 1)[0] ?? ''
  if (!isPoor) return response
  const text = await response.text()
  const { ok, status } = response
  return { ok, status, headers: response.headers, text: async () => text, json: async () => JSON.parse(text) as unknown }
}

const getCode = (call: Promise<unknown>) => call.then(() => 'none', (error: unknown) => isFwError(error) ? error.code : String(error))

export async function callAll(origin: string, isPoor = false) {
  const options: ClientOptions = 'document' in globalThis ? {} : { origin, fetch: withCookies(isPoor) }
  const client = createClient(options)
  const agent = createClient({ ...options, agent: true })
  const { products } = await search(client, { inStock: true, limit: 1 })
  const slug = products[0]?.slug ?? ''
  const before = await product(client, { slug })
  const unknown = await getCode(product(client, { slug: 'nothing' }))
  await cart.add(client, { slug, quantity: 3 })
  // @ts-expect-error A quantity is a number.
  const invalid = await cart.add(client, { slug, quantity: 'three' }).catch((error: unknown) => isFwError(error, 'invalid_input') ? error.issues?.[0]?.path : error)
  const removed = await cart.remove(client, { slug })
  await cart.add(client, { slug })
  await cart.change(client, { slug, quantity: 2 })
  const { count, total } = await cart.get(client)
  const refused = await getCode(login(agent, { email: 'ada@halden.example', password: 'lighthouse' }))
  const outside = await getCode(list(client))
  await login(client, { email: 'ada@halden.example', password: 'lighthouse' })
  const { name } = await me(client)
  const rejected = await checkout(agent, { total })
  if (!isProposal(rejected)) throw new Error('An agent has ordered.')
  const forbidden = await getCode(approveProposal(agent, rejected))
  const isRejected = await rejectProposal(client, rejected)
  const again = await rejectProposal(client, rejected)
  const decided = await getCode(waitForDecision(agent, rejected))
  const waiting = await checkout(agent, { total })
  if (!isProposal(waiting)) throw new Error('An agent has ordered.')
  const pending = waitForDecision(agent, waiting, { intervalMs: 50 })
  const approved: Order = await approveProposal(client, waiting)
  const seen: Order = await pending
  const orders = await list(client, { limit: 1 })
  const same = await get(client, { id: approved.id })
  await cart.add(client, { slug })
  const direct = await checkout(client, { total: (await cart.get(client)).total })
  if (isProposal(direct)) throw new Error('A person waits.')
  const out = await logout(client)
  await login(client, { email: 'mara@halden.example', password: 'workbench' })
  const restocked = await restock(client, { slug, quantity: 5 })
  const repriced = await reprice(client, { slug, price: 4200 })
  const calls = await agentCalls(client, { limit: 50 })
  return {
    product: before.slug === slug, unknown, invalid, removed: removed.count, count, refused, outside, name,
    proposal: waiting.tool, forbidden, isRejected, again, decided,
    isDate: approved.placedAt instanceof Date && seen.placedAt instanceof Date && same.placedAt instanceof Date,
    same: seen.id === approved.id && orders[0]?.id === approved.id && same.id === approved.id,
    lines: approved.lines.length, direct: direct.lines.length, out: out.signedOut,
    stock: restocked.stock - before.stock, price: repriced.price,
    audited: calls.some(({ tool }) => tool === 'api.orders.checkout'),
  }
}
`

/** Calls the functions of \`apps/depot\`: values with codecs, files, addresses, schemas and errors. */
export const DEPOT = `import { ask, bindClient, createClient, isFwError, isProposal, spareParts, values } from '@acme/depot'
import { book, echo, measure, wait, type Every } from '@acme/depot/values'
import { list, order, put, remove, send, type Part } from '@acme/depot/spare-parts'

type Requests = { method: string; path: string }[]

const isPage = 'document' in globalThis

export async function callAll(origin: string, isPoor = false) {
  const requests: Requests = []
  const client = createClient({
    origin,
    token: async () => 'key-of-ann',
    headers: () => ({ 'accept-language': 'de' }),
    fetch: async (url, request) => {
      requests.push({ method: request.method, path: url.slice(origin.length) })
      const response = await fetch(url, request)
      if (!isPoor) return response
      const { ok, status, headers } = response
      const text = await response.text()
      return { ok, status, headers, text: async () => text, json: async () => JSON.parse(text) as unknown }
    },
  })
  const addresses = await callAddresses(client, origin)
  if (isPage && location.origin !== origin) return { ...addresses, requests }
  const on = new Date('2026-05-04T03:02:01.000Z')
  const sent: Every = {
    on, amount: 12345678901234567890n, link: new URL('https://example.com/a?b=c'), file: new Uint8Array([0, 255, 7]),
    tags: new Set(['a', 'b']), times: new Map([['now', on]]), rows: [{ at: on, size: 1 }, { size: 2 }],
  }
  const got = await echo(client, sent)
  const mode: 'plain' | 'fancy' | undefined = got.mode
  const measured = await measure(client, {
    files: [
      { name: 'a', bytes: new Blob([new Uint8Array([1, 2, 3])]) },
      { name: 'b', bytes: new File(['x'], 'x.txt') },
      { name: 'c', bytes: new Uint8Array([4]).buffer },
      { name: 'd', bytes: new Uint8Array(20_000).fill(1) },
    ],
  })
  const { text } = await book(client, { name: 'Ada' })
  const controller = new AbortController()
  const aborted = wait(client, { ms: 20_000 }, { signal: controller.signal }).catch((error: unknown) => error)
  controller.abort(new Error('enough'))
  const late = await wait(client, { ms: 20_000 }, { timeoutMs: 50 }).catch((error: unknown) => error)
  const app = bindClient(client, { values, spareParts })
  const bound: Part[] = (await app.spareParts.list({})).parts
  const again = await app.values.book({ name: 'Bob', guests: 3 })
  const agent = createClient({ origin, token: 'key-of-ann', agent: true })
  const ordered = await order(agent, { sku: 'bolt', pieces: 2 })
  const removal = await remove(agent, { sku: 'bolt' })
  const parts: string[] = []
  const reply = ask(client, 'How many bolts are there?')
  for (let next = await reply.next(); ; next = await reply.next()) {
    if (next.done) {
      parts.push(next.value.type)
      break
    }
    if (next.value.type === 'text-delta') parts.push(next.value.delta)
  }
  return {
    ...addresses,
    types: got.types,
    same: [got.on.getTime() === on.getTime(), got.amount === sent.amount, got.link.href === sent.link.href,
      got.file.join() === '0,255,7', [...got.tags].join() === 'a,b', got.times.get('now')?.getTime() === on.getTime(),
      got.rows[0]?.at instanceof Date, got.rows[1]?.size === 2],
    mode, measured, text,
    aborted: String(await aborted),
    late: isFwError(late, 'unavailable') && String(late.cause).startsWith('TimeoutError'),
    bound: bound.every(({ added }) => added instanceof Date), again: again.text,
    proposals: [isProposal(ordered) && ordered.tool, isProposal(removal) && removal.tool],
    parts, requests,
  }
}

/** The functions with addresses of their own, which pages of another site may call too. */
async function callAddresses(client: ReturnType<typeof createClient>, origin: string) {
  const since = new Date('2026-01-01T00:00:00Z')
  const { parts, filter } = await list(client, { words: ['a', 'b & c'], since, owner: { name: 'Ann', active: true }, limit: 5 })
  const part = await put(client, { sku: 'nut 1 ü', pieces: 3, added: since })
  const full = await put(client, { sku: 'nut', pieces: 101 }).catch((error: unknown) => error)
  const stranger = await put(createClient({ origin }), { sku: 'nut', pieces: 1 }).catch((error: unknown) => error)
  const common = {
    parts: parts.length, added: parts[0]?.added instanceof Date, filter, since: filter.since?.getTime() === since.getTime(),
    put: part.sku, putAdded: part.added.getTime() === since.getTime(),
    full: isFwError(full, 'shelf_full') ? [full.status, full.message] : String(full),
    stranger: isFwError(stranger) ? stranger.code : String(stranger),
  }
  if (isPage && location.origin !== origin) return common
  // No query has an empty list.
  const empty = await list(client, { words: [] })
  // No path has a slash in a segment.
  const slash = await put(client, { sku: 'a/b', pieces: 1 })
  const gone = await remove(client, { sku: 'nut 1 ü' })
  const texts = [await send(client, { path: ['a', 'b'], to: 1 }), await send(client, { path: ['a'], to: '1' })]
  return { ...common, empty: empty.filter.words, slash: slash.sku, gone: gone === undefined, texts: texts.map(({ to }) => to) }
}
`
