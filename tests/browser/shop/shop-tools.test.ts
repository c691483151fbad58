import { spawnSync } from 'node:child_process'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FW } from '../../playground/built-example.ts'
import { type Chromium, launchChromium } from '../chromium.ts'
import { type ShopApp, startShop } from '../shop-app.ts'
import { createCaller, resultOf } from './shop-caller.ts'

interface SearchResult {
  readonly products: readonly { readonly name: string; readonly slug: string }[]
  readonly total: number
}

let shop: ShopApp

beforeAll(async () => {
  shop = await startShop()
})

afterAll(() => shop?.close())

/** `fw run …` in the shop's folder, without a terminal. */
function fwRun(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [FW, 'run', ...args], {
    cwd: shop.folder,
    env: shop.env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { status, stdout, stderr }
}

async function connect(cookie = ''): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const requestInit = cookie === '' ? {} : { headers: { cookie } }
  await client.connect(new StreamableHTTPClientTransport(new URL('/_fw/mcp', shop.url), { requestInit }))
  return client
}

describe('one definition', () => {
  let browser: Chromium
  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())

  it('GEN-04 is HTTP endpoint, server function, client stub, MCP tool and command, with one result', async () => {
    const input = { text: 'linen', limit: 5 }
    const overHttp = resultOf<SearchResult>(await createCaller(shop.url).call('catalogue.search', input))
    expect(overHttp.total).toBe(4)
    const names = overHttp.products.map((product) => product.name)

    const { page } = await browser.open(`${shop.url}/?text=linen`)
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(names)

    await page.goto(`${shop.url}/no-such-page`)
    const answer = page.waitForResponse('**/_fw/api/catalogue.search')
    await page.getByLabel('What were you looking for?').fill('linen')
    expect(await (await answer).json()).toEqual({ ok: true, result: overHttp })
    await page.locator('.quick-results a').first().waitFor()
    expect(await page.locator('.quick-results a').allTextContents()).toEqual(names)

    const client = await connect()
    const called = await client.callTool({ name: 'catalogue__search', arguments: input })
    expect(called.structuredContent).toEqual(overHttp)
    await client.close()

    const command = fwRun('api.catalogue.search', '--text', 'linen', '--limit', '5')
    expect(command).toMatchObject({ status: 0 })
    expect(JSON.parse(command.stdout)).toEqual(overHttp)
  })
})

describe('the official MCP client', () => {
  it('lists the tools for agents without a session, with schemas from the types', async () => {
    const client = await connect()
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name).sort()).toEqual([
      'account__me',
      'cart__add',
      'cart__change',
      'cart__get',
      'cart__remove',
      'catalogue__product',
      'catalogue__search',
      'orders__checkout',
    ])
    const search = tools.find((tool) => tool.name === 'catalogue__search')
    expect(search?.description).toMatch(/^Search the catalogue\./)
    expect(search?.inputSchema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: {
        text: { type: 'string', maxLength: 100 },
        category: { enum: ['kitchen', 'desk', 'outdoors', 'textiles', 'garden'] },
        limit: { type: 'integer', minimum: 1, maximum: 60, default: 16 },
      },
    })
    await client.close()
  })

  it('acts for a person whose cookie it carries: their orders are listed, their checkout waits for them', async () => {
    const ada = createCaller(shop.url)
    await ada.signIn('ada@halden.example', 'lighthouse')
    const client = await connect(ada.cookie())
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('orders__list')
    const added = await client.callTool({ name: 'cart__add', arguments: { slug: 'brass-pen' } })
    expect(added.structuredContent).toMatchObject({ count: 1, total: 4600 })
    const parked = await client.callTool({ name: 'orders__checkout', arguments: { total: 4600 } })
    expect(JSON.stringify(parked)).toContain('"proposal"')
    expect(resultOf<unknown[]>(await ada.call('orders.list'))).toEqual([])
    await client.close()
  })
})

describe('the command line', () => {
  it('lists the tools that a terminal may call', () => {
    const { status, stdout } = fwRun()
    expect(status).toBe(0)
    expect(stdout).toContain('api.catalogue.search')
    expect(stdout).toMatch(/api\.orders\.checkout.*\[?confirm/)
    expect(stdout).not.toContain('api.account.login')
    expect(stdout).not.toContain('api.admin')
  })

  it('refuses to check out without a terminal, and nothing ran', () => {
    const { status, stdout, stderr } = fwRun('api.orders.checkout', '--total', '900', '--email', 'guest@example.com')
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain('approv')
    const db = new Database(shop.env.SHOP_DB as string)
    expect(db.prepare('SELECT count(*) AS orders FROM orders').get()).toMatchObject({ orders: 0 })
    db.close()
  })
})
