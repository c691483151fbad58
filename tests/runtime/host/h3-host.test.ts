/** fw as a handler of an h3 server, as docs/guide/endpoints.md shows it. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { H3, toNodeHandler } from 'h3/node'
import { expect, onTestFinished, test } from 'vitest'
import { toH3Handler } from '../../../runtime/src/h3.ts'
import { api, schema, str } from '../../../runtime/src/index.ts'
import { createFwServer, type FwServerOptions } from '../../../runtime/src/server.ts'

const echo = api({ description: 'Returns the text', input: schema({ text: str() }), run: ({ input }) => input.text })

async function startH3(options: FwServerOptions): Promise<string> {
  const app = new H3().get('/version', () => ({ version: 1 }))
  const fw = createFwServer({ log: () => undefined, ...options })
  app.all('/**', toH3Handler(fw, { hostname: '127.0.0.1' }))
  const server = createServer(toNodeHandler(app))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await fw.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the routes of the server come first; pages, calls and errors are those of fw', async () => {
  const url = await startH3({
    apis: { desk: { echo } },
    routes: { '/': () => '<p>The page</p>' },
    ctxFor: (req) => ({ path: new URL(req.url).pathname }),
  })
  expect(await (await fetch(`${url}/version`)).json()).toEqual({ version: 1 })
  expect(await (await fetch(`${url}/`)).text()).toContain('The page')
  const call = await fetch(`${url}/_fw/api/desk.echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"text":"tea"}',
  })
  expect(await call.json()).toEqual({ ok: true, result: 'tea' })
  expect((await fetch(`${url}/missing`)).status).toBe(404)
})

test('the limit of bodies and the address of the client hold', async () => {
  const seen: unknown[] = []
  const url = await startH3({
    apis: { desk: { echo } },
    maxBodyBytes: 100,
    onAudit: (entry) => void seen.push(entry.ok),
  })
  const headers = { 'content-type': 'application/json' }
  const long = await fetch(`${url}/_fw/api/desk.echo`, {
    method: 'POST',
    headers,
    body: `{"text":"${'x'.repeat(200)}"}`,
  })
  expect(long.status).toBe(413)
  expect(seen).toEqual([false])
})

test('a server of this machine refuses requests for other hosts', async () => {
  const url = await startH3({ apis: { desk: { echo } } })
  const status = await new Promise((done) => {
    const headers = { 'content-type': 'application/json', host: 'evil.example' }
    const sent = request(`${url}/_fw/api/desk.echo`, { method: 'POST', headers }, (response) => {
      response.resume()
      done(response.statusCode)
    })
    sent.end('{"text":"tea"}')
  })
  expect(status).toBe(403)
})
