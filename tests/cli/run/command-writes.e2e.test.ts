/** A write of a command reaches the running server of the same app: its cached values, its subscribers and its sockets. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { open } from '../../http/protocols/socket-client.ts'
import { type Running, runFw, startFw } from '../support/fixture.ts'
import { writeApp } from '../support/written-app.ts'

const app = writeApp({
  'src/server/stock.api.ts': `import { readFileSync, writeFileSync } from 'node:fs'
import { api, cached, type Call } from '@fw/runtime'
import { publish } from '@fw/runtime/server'

const FILE = 'stock.txt'
const read = cached(async () => readFileSync(FILE, 'utf8'), { ttl: 600, tags: ['stock'] })

/** Returns the stock. */
export const count = api({ readonly: true, run: async () => read() })

/** Sets the stock. */
export const set = api({
  invalidates: ['stock'],
  run: async ({ input }: Call<{ count: string }>) => {
    writeFileSync(FILE, input.count)
    await publish('stock', input.count)
    return { count: input.count }
  },
})
`,
  'src/mcp.ts': `import type { McpOptions } from '@fw/runtime/server'
import { count } from './server/stock.api.ts'

export default { resources: [{ uri: 'shop://stock', name: 'stock', read: () => count() }] } satisfies McpOptions
`,
  'src/ws.ts': `import { defineWebSocket } from '@fw/runtime/server'

export default defineWebSocket({ path: '/live', open: (socket) => socket.subscribe('stock') })
`,
  'src/routes/index.tsx': `export default function Home() {
  return <h1>Stock</h1>
}
`,
  'stock.txt': 'seven',
})
let server: Running

beforeAll(async () => {
  const built = await runFw(app.root, ['build'])
  expect(built.code, built.stderr).toBe(0)
  server = await startFw(app.root, ['start', '--port', '0'])
}, 120_000)
afterAll(async () => {
  await server?.stop('SIGTERM')
  app.remove()
})

async function count(): Promise<unknown> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  return ((await (await fetch(new URL('_fw/api/stock.count', server.url), init)).json()) as { result: unknown }).result
}

test('fw run changes what the server has cached, and is reported to its subscribers and sockets', async () => {
  expect(await count()).toBe('seven')
  expect(await count()).toBe('seven')
  const version = '2026-07-28'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const aborter = new AbortController()
  const stream = await fetch(new URL('_fw/mcp', server.url), {
    method: 'POST',
    signal: aborter.signal,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { _meta, notifications: { resourceSubscriptions: ['shop://stock'] } },
    }),
  })
  let received = ''
  const reading = (async () => {
    for await (const chunk of stream.body ?? []) received += Buffer.from(chunk).toString()
  })().catch(() => undefined)
  await expect.poll(() => received).toContain('acknowledged')
  const client = await open(new URL('live', server.url).href)

  const ran = await runFw(app.root, ['run', 'api.stock.set', '--count', 'eight'])
  expect([ran.code, ran.stdout]).toEqual([0, expect.stringContaining('eight')])
  expect(await client.next()).toBe('eight')
  await expect.poll(() => received).toContain('notifications/resources/updated')
  expect(await count()).toBe('eight')
  client.socket.terminate()
  aborter.abort()
  await reading
})
