import { afterEach, describe, expect, test } from 'vitest'
import { api, schema, str } from '../../../runtime/src/index.ts'
import { type CoreOptions, type CoreServer, startCore } from '../../servers/core-server.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'
import { describeTransports } from '../transports.ts'

const FORWARDED = {
  'x-forwarded-for': '6.6.6.6, 203.0.113.9',
  'x-forwarded-host': 'shop.example',
  'x-forwarded-proto': 'https',
}

describe.each(RUNTIMES)('a server on %s', (_name, program) => {
  let core: CoreServer | undefined
  afterEach(() => core?.close())

  async function from(options: CoreOptions): Promise<unknown> {
    core = await startCore(program, options)
    return (await fetch(`${core.url}/from`, { headers: FORWARDED })).json()
  }

  test('identifies its caller by the socket', async () => {
    expect(await from({})).toEqual({ address: '127.0.0.1', host: core && new URL(core.url).host })
  })

  test('uses the host that a trusted proxy reports', async () => {
    expect(await from({ trustProxy: ['127.0.0.0/8'] })).toEqual({
      address: '203.0.113.9',
      host: 'shop.example',
      protocol: 'https',
    })
  })

  test('compares Origin with the forwarded host and scheme under trustProxy only', async () => {
    core = await startCore(program, { trustProxy: true })
    const plain = await startCore(program)
    try {
      const post = (server: CoreServer, origin: string) =>
        server.call('echo', { text: 'a' }, { ...FORWARDED, origin }).then(({ status }) => status)
      expect(await post(core, 'https://shop.example')).toBe(200)
      expect(await post(core, 'http://shop.example')).toBe(403)
      expect(await post(core, core.url)).toBe(403)
      expect(await post(plain, 'https://shop.example')).toBe(403)
      expect(await post(plain, plain.url)).toBe(200)
    } finally {
      await plain.close()
    }
  })
})

describeTransports('trustProxy', (start) => {
  test('forwarding headers never determine absolute URLs', async () => {
    const echo = api({ description: 'Echoes.', input: schema({ text: str() }), run: ({ input }) => input.text })
    const { request } = await start({ apis: { shop: { echo } }, trustProxy: true })
    for (const [path, accept] of [
      ['/_fw/mcp', 'application/json'],
      ['/_fw/mcp', 'text/html'],
      ['/_fw/manifest', 'application/json'],
      ['/orders/', 'text/html'],
    ] as const) {
      const answer = await request(path, { headers: { ...FORWARDED, accept } })
      expect(`${JSON.stringify([...answer.headers])} ${await answer.text()}`).not.toContain('shop.example')
    }
  })
})
