/** The shop over MCP: a cart that a call fills is there in the next one. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ShopApp, startShop } from '../browser/shop-app.ts'

let shop: ShopApp
const clients: Client[] = []
beforeAll(async () => {
  shop = await startShop()
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await shop.close()
})

async function connect(mode: 'auto' | 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL('/_fw/mcp', shop.url)))
  clients.push(client)
  return client
}

const ADD = { name: 'cart__add', arguments: { slug: 'stoneware-mug', quantity: 2 } }

test('a client of 2025 has a cart in its session', async () => {
  const client = await connect('legacy')
  expect(await client.callTool(ADD)).toMatchObject({ structuredContent: { count: 2 } })
  expect(await client.callTool({ name: 'cart__get' })).toMatchObject({ structuredContent: { count: 2 } })
  const other = await connect('legacy')
  expect(await other.callTool({ name: 'cart__get' })).toMatchObject({ structuredContent: { count: 0 } })
})

test('a client of 2026 without a token reads that its cart cannot be stored', async () => {
  const client = await connect('auto')
  expect(await client.callTool(ADD)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Connect with a token') }],
  })
})
