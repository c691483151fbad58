/** Rules of security that hold for every path and have no better place: each test fails when its rule is switched off. */
import { expect, test } from 'vitest'
import { api, schema, str } from '../../runtime/src/index.ts'
import { createMemoryProposalStore, type FwServerOptions } from '../../runtime/src/server.ts'
import { writeDecisionForm } from './proposals/decision-form.ts'
import { ANN, createPayApp, park } from './proposals/pay-app.ts'
import { AGENT, type Client, describeTransports } from './transports.ts'

const echo = api({ description: 'Echoes.', input: schema({ text: str() }), run: ({ input }) => input.text })
const json = { 'content-type': 'application/json' }

/** One request to everything that answers. */
async function everything(client: Client, headers: Record<string, string> = {}): Promise<readonly Response[]> {
  const post = (path: string, body: string) =>
    client.request(path, { method: 'POST', headers: { ...json, ...headers }, body })
  const get = (path: string, accept = '*/*') => client.request(path, { headers: { ...headers, accept } })
  return [
    await get('/'),
    await get('/nothing/here/'),
    await get('/%'),
    await get('/_fw/nothing'),
    await get('/_fw/mcp', 'text/html'),
    await get('/_fw/mcp', 'application/json'),
    await get('/_fw/manifest?path=/'),
    await get('/_fw/proposals', 'text/html'),
    await get('/_fw/proposals?id=x', 'application/json'),
    await get('/_fw/approve'),
    await post('/_fw/approve', '{"id":"x"}'),
    await post('/_fw/reject', '{"id":"x"}'),
    await post('/_fw/api/shop.echo', '{"text":"hello"}'),
    await post('/_fw/api/shop.echo', '{'),
    await post('/_fw/mcp', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'),
  ]
}

describeTransports('everywhere', (start) => {
  const options: FwServerOptions = { apis: { shop: { echo } }, approvals: 'signed-in' }

  test('no header of a request skips the middleware, or changes method or path', async () => {
    const seen: string[] = []
    const client = await start({
      ...options,
      middleware: (req) => {
        seen.push(`${req.method} ${new URL(req.url).pathname}`)
        return undefined
      },
    })
    await everything(client)
    const plainly = seen.splice(0)
    // The manifest shows a page, whose path the middleware sees too.
    expect(plainly).toHaveLength(15)
    for (const name of [
      'x-middleware-subrequest',
      'x-middleware-rewrite',
      'x-middleware-next',
      'x-fw-internal',
      'x-fw-run',
      'x-fw-prerender',
      'x-fw-rewrite',
      'x-fw-navigation',
      'x-original-url',
      'x-rewrite-url',
      'x-forwarded-uri',
      'x-http-method-override',
      'x-method-override',
    ]) {
      await everything(client, { [name]: name.includes('method') ? 'DELETE' : 'middleware:/_fw/api/shop.echo' })
      expect([name, seen.splice(0)]).toEqual([name, plainly])
    }
  })

  test('neither Host nor forwarding headers are printed anywhere', async () => {
    const client = await start(options)
    const sent: readonly Record<string, string>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
      { forwarded: 'host=evil.example;proto=gopher' },
    ]
    for (const headers of sent)
      for (const response of await everything(client, headers)) {
        const text = JSON.stringify([...response.headers]) + (await response.text())
        expect(text).not.toMatch(/evil\.example|gopher/)
      }
  })

  test('a form that resolves a proposal redirects to a path of this origin', async () => {
    const client = await start(createPayApp({ allowedHosts: ['evil.example'] }).options)
    const { id } = await park(client)
    const headers = { ...ANN, host: 'evil.example', 'sec-fetch-site': 'same-origin' }
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await client.request('/_fw/reject', {
      method: 'POST',
      headers: { ...headers, ...type },
      body: await writeDecisionForm(client, id, headers),
    })
    expect(answer.headers.get('location')).toBe(`/_fw/proposals?id=${id}`)
  })

  test('every response has nosniff, and none is stored by a shared cache', async () => {
    const client = await start(options)
    for (const response of await everything(client)) {
      expect([response.url, response.headers.get('x-content-type-options')]).toEqual([response.url, 'nosniff'])
      expect(response.headers.get('cache-control') ?? '').not.toMatch(/public|s-maxage/)
    }
  })

  test('a stored proposal for a name of a prototype is for no tool', async () => {
    const proposals = createMemoryProposalStore()
    const client = await start(createPayApp({ proposals }).options)
    for (const tool of ['__proto__', 'constructor', 'toString']) {
      const { id } = await park(client)
      const stored = await proposals.get(id)
      if (stored !== undefined) await proposals.put({ ...stored, tool })
      const approved = await client.post('/_fw/approve', { id }, ANN)
      expect([approved.status, approved.body.code]).toEqual([404, 'unknown_tool'])
    }
  })

  test('prototype names are not tools, over HTTP and MCP', async () => {
    const client = await start({ ...options, approvals: 'open' })
    for (const name of [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'shop.__proto__',
      'shop.constructor',
    ]) {
      const called = await client.call(name, {})
      expect([name, called.status, called.body.code]).toEqual([name, 404, 'unknown_tool'])
      const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }
      const { body } = await client.post('/_fw/mcp', rpc, AGENT)
      expect(JSON.stringify(body)).toContain(`Unknown tool: ${name}`)
    }
  })
})
