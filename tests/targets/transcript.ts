/** What an app does on every platform, over the platform's own way of receiving requests. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'

/** The shop of `target-app.ts`, as it runs on a platform. `GREETING` is `hello` there. */
export interface RunningTarget {
  /** Sends a request from the address `sender`, with the path's query. Redirects aren't followed. */
  send(path: string, init?: RequestInit): Promise<Response>
  /** Origin of the app for callers, such as `http://127.0.0.1:3000`. */
  readonly origin: string
  /** Address from which `send` sends. */
  readonly sender: string
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** Declares the tests. `target` is known once they run. */
export function testTranscript(target: () => RunningTarget): void {
  const client = createSenders(target)
  testPages(client)
  testUsers(client)
  testAgents(client)
  testHost(client)
}

interface Senders {
  readonly target: () => RunningTarget
  send(path: string, init?: RequestInit): Promise<Response>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

function createSenders(target: () => RunningTarget): Senders {
  const send = (path: string, init?: RequestInit) => target().send(path, init)
  return {
    target,
    send,
    post: (path, body, headers = {}) =>
      send(path, { method: 'POST', body: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } }),
  }
}

function testPages({ send }: Senders): void {
  test('serves pages, error pages, Markdown and discovery files', async () => {
    const page = await send('/products/stoneware-mug')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await page.text()).toContain('<h1>Stoneware Mug</h1>')
    const missing = await send('/nowhere')
    expect([missing.status, missing.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(await (await send('/products/stoneware-mug.md')).text()).toContain('# Stoneware Mug')
    expect(await (await send('/llms.txt')).text()).toContain('catalogue.search')
    const head = await send('/products/stoneware-mug', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const search = await send('/?text=mug%20stone&max=30')
    expect(await search.text()).toContain('value="mug stone"')
  })

  test('serves files with their types, immutable only if their name has a hash, and never source maps', async () => {
    const html = await (await send('/')).text()
    const [, sheet = ''] = /href="(\/assets\/[^"]+\.css)"/.exec(html) ?? []
    const style = await send(sheet)
    expect(style.status).toBe(200)
    expect(style.headers.get('content-type')).toMatch(/^text\/css/)
    expect(style.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(style.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await style.text()).toContain('.skip')
    const icon = await send('/favicon.svg')
    expect(icon.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
    // A platform may write it without spaces.
    expect(icon.headers.get('cache-control')?.split(/,\s*/)).toEqual(['public', 'max-age=0', 'must-revalidate'])
    expect(icon.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await icon.text()).toContain('<svg')
    for (const path of SPELLINGS) {
      const logo = await send(path)
      expect([path, logo.status, logo.headers.get('content-type')]).toEqual([
        path,
        200,
        expect.stringMatching(/^image/),
      ])
      await logo.text()
    }
    expect((await send(`${sheet}.map`)).status).toBe(404)
    expect((await send('/client.built-files.json')).status).toBe(404)
  })
}

/** Spellings of the URL of a file in `public/`, as browsers send them. */
const SPELLINGS = [
  '/logo@2x,%20gr%C3%B6%C3%9Fer.svg',
  '/logo@2x,%20gr%c3%b6%c3%9fer.svg',
  '/logo%402x%2C%20gr%C3%B6%C3%9Fer.svg',
]

function testUsers({ target, send, post }: Senders): void {
  test('signs in with a form, and the cookie identifies the next request', async () => {
    const page = await (await send('/login')).text()
    const form = /<form[^>]*>[\s\S]*?<\/form>/.exec(page)?.[0] ?? ''
    const fields = new URLSearchParams()
    for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g))
      fields.set(/name="([^"]*)"/.exec(input)?.[1] ?? '', /value="([^"]*)"/.exec(input)?.[1] ?? '')
    fields.set('email', 'ada@halden.example')
    fields.set('password', 'wrong')
    const action = /action="([^"]*)"/.exec(form)?.[1]?.replaceAll('&amp;', '&') ?? '/login'
    const submit = () =>
      send(action, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: target().origin } })
    const refused = await submit()
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([401, []])
    fields.set('password', 'lighthouse')
    const accepted = await submit()
    expect(accepted.status).toBe(303)
    const [cookie = ''] = accepted.headers.getSetCookie()
    expect(cookie).toMatch(/; HttpOnly/i)
    const me = await post('/_fw/api/account.me', {}, { cookie: cookie.split(';')[0] ?? '' })
    expect(await me.json()).toMatchObject({ ok: true, result: { name: 'Ada' } })
    const crossSite = await send(action, { method: 'POST', body: fields, headers: { origin: 'https://evil.example' } })
    expect(crossSite.status).toBe(403)
  })

  test('calls functions, and refuses invalid input, unknown functions and bodies that are too large', async () => {
    const found = await post('/_fw/api/catalogue.search', { text: 'mug' })
    expect(await found.json()).toMatchObject({ ok: true, result: { total: expect.any(Number) } })
    expect((await post('/_fw/api/catalogue.search', { max: 'many' })).status).toBe(400)
    expect((await post('/_fw/api/catalogue.nothing', {})).status).toBe(404)
    const large = await post('/_fw/api/catalogue.search', { text: 'x'.repeat(1_100_000) })
    expect([large.status, await large.json()]).toEqual([413, expect.objectContaining({ code: 'payload_too_large' })])
    // On the same connection.
    expect((await post('/_fw/api/catalogue.search', { text: 'mug' })).status).toBe(200)
  })
}

function testAgents({ target, send, post }: Senders): void {
  test('serves MCP and A2A', async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
    const fetch = (url: string | URL, init?: RequestInit) => {
      const { pathname, search } = new URL(url)
      return send(pathname + search, init)
    }
    await client.connect(new StreamableHTTPClientTransport(new URL('/_fw/mcp', target().origin), { fetch }))
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('catalogue__search')
    expect(
      await client.callTool({ name: 'cart__add', arguments: { slug: 'stoneware-mug', quantity: 2 } }),
    ).toMatchObject({
      structuredContent: { count: 2 },
    })
    expect(await client.callTool({ name: 'cart__get' })).toMatchObject({ structuredContent: { count: 2 } })
    await client.close()
    const card = await send('/.well-known/agent-card.json')
    expect(await card.json()).toMatchObject({ name: 'Halden' })
    const data = { tool: 'catalogue.search', input: { text: 'mug' } }
    const message = { messageId: '1', role: 'ROLE_USER', parts: [{ data }] }
    const headers = { 'A2A-Version': '1.0', 'content-type': 'application/a2a+json' }
    const sent = await send('/_fw/a2a/message:send', { method: 'POST', headers, body: JSON.stringify({ message }) })
    expect(await sent.json()).toMatchObject({ task: { status: { state: 'TASK_STATE_COMPLETED' } } })
    const streamed = await send('/_fw/a2a/message:stream', {
      method: 'POST',
      headers,
      body: JSON.stringify({ message: { ...message, messageId: '2' } }),
    })
    expect(streamed.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(await streamed.text()).toContain('TASK_STATE_COMPLETED')
  })

  test("stores an agent's purchase until a user approves it, once", async () => {
    const agent = { 'x-fw-origin': 'agent' }
    const added = await post('/_fw/api/cart.add', { slug: 'stoneware-mug' })
    const [cookie = ''] = added.headers.getSetCookie()
    const visitor = { cookie: cookie.split(';')[0] ?? '' }
    const { result: cart } = await (await post('/_fw/api/cart.get', {}, visitor)).json()
    const input = { total: cart.total, email: 'ada@halden.example' }
    const parked = await post('/_fw/api/orders.checkout', input, { ...agent, ...visitor })
    const id = parked.headers.get('x-fw-proposal')
    expect(await parked.json()).toMatchObject({ ok: true, result: { status: 'proposal', id } })
    expect((await post('/_fw/approve', { id }, { ...agent, ...visitor })).status).toBe(403)
    const approved = await post('/_fw/approve', { id }, visitor)
    expect(await approved.json()).toMatchObject({ ok: true, result: { total: cart.total } })
    expect((await post('/_fw/approve', { id }, visitor)).status).toBe(404)
  })
}

function testHost({ target, send }: Senders): void {
  test('sends each part of a stream when it is written', async () => {
    const response = await send('/stream')
    const times: number[] = []
    let text = ''
    for await (const part of response.body ?? []) {
      times.push(performance.now())
      text += Buffer.from(part).toString()
    }
    expect(text).toBe('step 1\nstep 2\nstep 3\n')
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(500)
  })

  test('finishes work that continues after the response', async () => {
    const { finished } = await (await send('/later')).json()
    expect((await send('/later', { method: 'POST', headers: { origin: target().origin } })).status).toBe(202)
    await expect.poll(async () => (await (await send('/later')).json()).finished).toBe(finished + 1)
  })

  test('reads the environment of the platform, not that of the build', async () => {
    expect(await (await send('/greeting')).text()).toBe('hello')
  })

  test("limits a caller by the platform's address, which headers can't forge", async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'cf-connecting-ip': '203.0.113.9',
      'x-nf-client-connection-ip': '203.0.113.9',
      'x-vercel-forwarded-for': '203.0.113.9',
    }
    const first = await send('/limited', { headers: forged })
    expect(first.status).toBe(200)
    expect(await first.json()).toEqual({ address: target().sender, url: `${target().origin}/limited` })
    expect((await send('/limited')).status).toBe(200)
    const third = await send('/limited', { headers: { ...forged, 'x-forwarded-for': '203.0.113.10' } })
    expect([third.status, third.headers.has('retry-after')]).toEqual([429, true])
  })
}
