import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ParkedResult } from '../../../runtime/src/contract/agent/proposal.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'
import { type ShopApp, startShop } from '../shop-app.ts'
import { createCaller, resultOf } from './shop-caller.ts'

describe.each(RUNTIMES)('one build of the shop, started with %s', (name, program) => {
  let shop: ShopApp
  beforeAll(async () => {
    shop = await startShop(program)
  })
  afterAll(() => shop?.close())

  it('runs where it was started', async () => {
    const answer = await fetch(shop.url)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain('Halden')
    // Node sends the keep-alive timeout, Bun does not.
    expect(answer.headers.has('keep-alive')).toBe(name === 'Node')
  })

  it('sends its files whole, by their ETag, and as a head', async () => {
    const icon = await fetch(`${shop.url}/favicon.svg`)
    const text = await icon.text()
    expect([icon.status, icon.headers.get('content-type'), icon.headers.get('x-content-type-options')]).toEqual([
      200,
      'image/svg+xml',
      'nosniff',
    ])
    expect(Number(icon.headers.get('content-length'))).toBe(Buffer.byteLength(text))
    const headers = { 'if-none-match': icon.headers.get('etag') ?? '' }
    expect((await fetch(`${shop.url}/favicon.svg`, { headers })).status).toBe(304)
    const head = await fetch(`${shop.url}/favicon.svg`, { method: 'HEAD' })
    expect([head.headers.get('content-length'), await head.text()]).toEqual([String(Buffer.byteLength(text)), ''])
    expect((await fetch(`${shop.url}/.env`)).status).toBe(404)
  })

  it("stores an agent's order as a proposal in SQLite, and runs it once when its owner approves", async () => {
    const ada = createCaller(shop.url)
    await ada.signIn('ada@halden.example', 'lighthouse')
    const cart = resultOf<{ total: number }>(await ada.call('cart.add', { slug: 'garden-twine' }, { agent: true }))
    const parked = resultOf<ParkedResult>(await ada.call('orders.checkout', { total: cart.total }, { agent: true }))
    expect(parked.status).toBe('proposal')
    const listed = await fetch(`${shop.url}/_fw/proposals`, { headers: { cookie: ada.cookie() } })
    expect(await listed.json()).toMatchObject({ result: [{ id: parked.id }] })
    expect(resultOf(await ada.post('/_fw/approve', { id: parked.id }))).toMatchObject({ total: cart.total })
    expect((await ada.post('/_fw/approve', { id: parked.id })).status).toBe(404)
  })

  it('serves MCP, and refuses another site', async () => {
    const post = (headers: Record<string, string> = {}) =>
      fetch(`${shop.url}/_fw/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      })
    const { result } = (await (await post()).json()) as { result: { tools: { name: string }[] } }
    expect(result.tools.map((tool) => tool.name)).toContain('cart__add')
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
  })
})
