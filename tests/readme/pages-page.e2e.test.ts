/** The app of `docs/guide/pages.md`: built, type-checked and served by the command line. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Running, runFw, startFw } from '../cli/support/fixture.ts'
import { checkTypes, createAppFolder, createTsconfig, REPOSITORY } from './page-app.ts'

const page = readFileSync(join(REPOSITORY, 'docs/guide/pages.md'), 'utf8')
const sources = [...page.matchAll(/^```tsx?\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => ({
  path,
  text,
}))

/** Order 3 never loads until its client disconnects; the newest one loads late, or fails. */
const ORDERS = `interface Order { title: string; movedTo?: number }
const orders: Record<string, Order> = { 1: { title: 'Tea' }, 2: { title: 'Old tea', movedTo: 1 } }
let fails = 0
export const ORDERS = {
  async find(id: string, _signal: AbortSignal): Promise<Order | undefined> {
    if (id === '500') throw new Error('no database')
    return orders[id]
  },
  async newest(_signal: AbortSignal): Promise<Order> {
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (fails++ % 2 === 1) throw new Error('no database')
    return { title: 'Tea' }
  },
}
`
const CTX = `import { FwError } from '@fw/runtime'
export default (req: Request) => {
  if (req.url.endsWith('?who')) throw new FwError('unauthenticated')
  return {}
}
`
const BROWSER = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/142.0' }

const { root: app, write, remove } = createAppFolder('orders')
let running: Running | undefined

beforeAll(async () => {
  write('tsconfig.json', createTsconfig())
  write('src/orders.ts', ORDERS)
  write('src/ctx.ts', CTX)
  for (const { path, text } of sources) write(path, text)
  const { code, stderr } = await runFw(app, ['build'])
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Failed')])
  running = await startFw(app, ['start', '--port', '0', '--host', '127.0.0.1'])
})
afterAll(async () => {
  await running?.stop('SIGTERM')
  remove()
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${running?.url}${path}`, { headers, redirect: 'manual' })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: /<body>(.*)<\/body>/s.exec(text)?.[1] }
}

test('the files of the page have no type errors', () => {
  expect(checkTypes(app)).toEqual([0, ''])
})

test('pages and other responses match the table', async () => {
  const order = await get('/orders/1?track')
  expect([order.status, order.body]).toEqual([200, '<h1>Tea</h1>'])
  expect(order.headers.getSetCookie()).toEqual(['tracked=1; HttpOnly; Path=/'])
  expect(order.headers.get('cache-control')).toBe('private, no-store')
  const moved = await get('/orders/2')
  expect([moved.status, moved.headers.get('location')]).toEqual([303, '/orders/1'])
  for (const path of ['/orders/9', '/orders/tea', '/none'])
    expect(await get(path)).toMatchObject({ status: 404, body: '<h1>There is nothing here.</h1>' })
  const broken = await get('/orders/500')
  expect([broken.status, broken.body]).toEqual([500, '<h1>That did not work.</h1>'])
  expect(broken.text).not.toContain('database')
  expect(await get('/orders/1?who')).toMatchObject({ status: 401, body: '<h1>Sign in first.</h1>' })
})

test('late parts come later to browsers, and the page whole to others', async () => {
  const whole = await get('/')
  expect(whole.body).toMatch(/<p>The newest order is Tea\.<\/p>/)
  expect(whole.text).not.toContain('<script')
  const failing = await get('/', BROWSER)
  expect(failing.body).toMatch(/^<main><h1>Orders<\/h1>.*<p>Looking…<\/p>.*<p>The newest order is not known\.<\/p>/s)
  expect(failing.text).not.toContain('database')
  const late = await get('/', BROWSER)
  expect(late.body).toMatch(/^<main><h1>Orders<\/h1>.*<p>Looking…<\/p>.*<p>The newest order is Tea\.<\/p>/s)
})

test('CFG-13 the policy is the documented one, plus the additions of fw.config.ts', async () => {
  const strict = /^```text\n(.*)$/m.exec(page)?.[1]
  for (const [path, status] of [['/', 200] as const, ['/none', 404] as const]) {
    const answer = await get(path, BROWSER)
    const nonce = answer.headers.get('x-fw-nonce') ?? ''
    expect(answer.status).toBe(status)
    expect(nonce).toMatch(/^[\w+/]{24}$/)
    expect(answer.headers.get('content-security-policy')).toBe(
      `${strict?.replace('…', nonce)}; img-src 'self'; style-src 'self' 'nonce-${nonce}'`,
    )
  }
})
