/** A client that can't wait for an approval reads the outcome of its call as a resource. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, test } from 'vitest'
import { serve } from '../../../runtime/src/host.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { ran, shop, tidyAfterEach } from '../agent-app.ts'

tidyAfterEach()

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const ctxFor = (request: Request) => ({ userId: request.headers.get('x-user') ?? undefined })

interface Pending {
  readonly id: string
  readonly outcomeAt: string
}

async function start(mode: 'auto' | 'legacy') {
  let now = Date.now()
  const server = createFwServer({ apis: { shop }, ctxFor, approvals: 'open', now: () => now, log: () => undefined })
  const listening = await serve(server, { port: 0, drainMs: 100 })
  open.push(listening)
  return {
    pass(ms: number) {
      now += ms
    },
    /** Approves or rejects a call. */
    async resolve(id: string, decision: 'approve' | 'reject', headers: Record<string, string>) {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ id }),
      }
      expect((await fetch(`${listening.url}/_fw/${decision}`, init)).status).toBe(200)
    },
    async connect(headers: Record<string, string>) {
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
      const url = new URL('/_fw/mcp', listening.url)
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
      open.push(client)
      return {
        async refund(): Promise<Pending> {
          const { content, structuredContent } = await client.callTool({
            name: 'shop__refund',
            arguments: { amount: 5 },
          })
          const pending = structuredContent as unknown as Pending
          expect(JSON.stringify(content)).toContain(`Its outcome is the resource ${pending.outcomeAt}.`)
          return pending
        },
        async read(uri: string): Promise<unknown> {
          const { contents } = await client.readResource({ uri })
          return JSON.parse((contents[0] as { text: string }).text)
        },
      }
    },
  }
}

const ANN: Record<string, string> = { 'x-user': 'ann' }

describe.each(['auto', 'legacy'] as const)('a client of the protocol version %s', (mode) => {
  test.each<[string, Record<string, string>]>([
    ['of a user', ANN],
    ['without a user', {}],
  ])('%s reads the outcome of its call', async (_, headers) => {
    const { connect, resolve } = await start(mode)
    const { refund, read } = await connect(headers)
    const { id, outcomeAt } = await refund()
    expect(await read(outcomeAt)).toEqual({ id, tool: 'api.shop.refund', state: 'pending' })
    await resolve(id, 'approve', headers)
    const result = { ok: true, result: { refunded: 5 } }
    expect(await read(outcomeAt)).toEqual({ id, tool: 'api.shop.refund', state: 'executed', result })
    expect(ran).toEqual(['refund 5'])
  })

  test.each(['rejected', 'expired'])('reads that its call was %s', async (state) => {
    const { connect, resolve, pass } = await start(mode)
    const { refund, read } = await connect(ANN)
    const { id, outcomeAt } = await refund()
    if (state === 'rejected') await resolve(id, 'reject', ANN)
    else pass(700_000)
    expect(await read(outcomeAt)).toMatchObject({ state })
    expect(ran).toEqual([])
  })

  test('never reads the call of another user', async () => {
    const { connect } = await start(mode)
    const { outcomeAt } = await (await connect(ANN)).refund()
    const others: readonly Record<string, string>[] = [{ 'x-user': 'ben' }, {}]
    for (const headers of others)
      await expect((await connect(headers)).read(outcomeAt)).rejects.toThrow('Resource not found')
  })
})
