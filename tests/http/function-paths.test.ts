/** Where an app decides who may call a function: `ctx` and guards see each call, middleware only the path of the request. */
import { beforeEach, expect, test } from 'vitest'
import { api, FwError, schema } from '../../runtime/src/index.ts'
import { type Client, describeTransports } from './transports.ts'

const seen: string[] = []
let ran = 0
const wipe = api({ description: 'Wipes.', input: schema({}), run: () => ++ran })
const middleware = (request: Request) => {
  seen.push(new URL(request.url).pathname)
  return undefined
}
const apis = { admin: { wipe } }

const WAYS: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  '/_fw/api/admin.wipe': ({ call }) => call('admin.wipe'),
  '/_fw/mcp': ({ post }) =>
    post(
      '/_fw/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'admin__wipe', arguments: {} } },
      { accept: 'application/json, text/event-stream' },
    ),
}

beforeEach(() => {
  seen.length = 0
  ran = 0
})

describeTransports('a call of a function', (start) => {
  test.each(Object.entries(WAYS))(
    'has the path of its request for middleware, and a ctx that may refuse it: %s',
    async (path, ask) => {
      await ask(await start({ apis, middleware }))
      expect([seen.includes(path), ran]).toEqual([true, 1])
      expect(path === '/_fw/api/admin.wipe' || !seen.includes('/_fw/api/admin.wipe')).toBe(true)
      const refuse = () => {
        throw new FwError('forbidden')
      }
      await ask(await start({ apis, middleware, ctxFor: refuse }))
      expect(ran).toBe(1)
    },
  )
})
