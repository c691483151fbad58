/** Errors with a code of the app, as each kind of caller receives them. */
import { expect, test } from 'vitest'
import { toCallRefusal } from '../../runtime/src/contract/page/page-call.ts'
import { api, FwError, isFwError, schema, str } from '../../runtime/src/index.ts'
import { type AuditEntry, collectApis, invokeApi } from '../../runtime/src/server.ts'
import { callTool } from '../../runtime/src/testing.ts'
import { ask, tidyAfterEach, toldResults, withModel } from './agent-app.ts'
import { AGENT, describeTransports } from './transports.ts'

tidyAfterEach()

const soldOut = () =>
  new FwError('sold_out', {
    status: 409,
    message: 'The last one is sold.',
    issues: [{ path: 'sku', message: 'is sold out' }],
    headers: { 'retry-after': '60' },
    detail: 'warehouse 7',
  })
const shop = {
  buy: api({
    description: 'Buys.',
    input: schema({ sku: str() }),
    run: () => {
      throw soldOut()
    },
  }),
  pay: api({
    description: 'Pays.',
    guard: 'confirm',
    run: () => {
      throw new FwError('payment_declined', { status: 402, message: 'The bank declined it.' })
    },
  }),
  ship: api({
    description: 'Ships.',
    run: () => {
      throw new FwError('carrier_down', { status: 503, message: 'The carrier does not respond.', detail: 'secret' })
    },
  }),
  typo: api({
    description: 'Has a typing error.',
    run: () => {
      throw new FwError('not_fuond' as 'not_found')
    },
  }),
}
const apis = { shop }
const ISSUES = [{ path: 'sku', message: 'is sold out' }]

describeTransports('an own code of an app', (start) => {
  test('is the code and the status of the response, in production too', async () => {
    for (const production of [false, true]) {
      const client = await start({ apis, production })
      const { status, headers, body } = await client.call('shop.buy', { sku: 'tea' })
      expect([status, body]).toEqual([
        409,
        { ok: false, error: 'The last one is sold.', code: 'sold_out', issues: ISSUES },
      ])
      expect(headers.get('retry-after')).toBe('60')
      // The message of an FwError is public, whatever its status; its detail never is.
      const ship = await client.call('shop.ship')
      expect([ship.status, ship.body]).toEqual([
        503,
        { ok: false, error: 'The carrier does not respond.', code: 'carrier_down' },
      ])
    }
  })

  test('that cannot be used is an unexpected error, and the log has the reason', async () => {
    const reasons: string[] = []
    const log = ({ err }: { readonly err?: unknown }) => void reasons.push(err instanceof Error ? err.message : '')
    const { call } = await start({ apis, production: true, log })
    const { status, body } = await call('shop.typo')
    expect([status, body.code]).toEqual([500, 'internal'])
    expect(body.error).not.toContain('fuond')
    expect(reasons.join('\n')).toContain('"not_fuond" isn\'t a built-in code. A code of your own')
  })

  test('is in the audit, and in the result of callTool and invokeApi', async () => {
    const entries: AuditEntry[] = []
    const { server, call } = await start({ apis, onAudit: (entry) => void entries.push(entry) })
    await call('shop.buy', { sku: 'tea' })
    expect(entries[0]).toMatchObject({ ok: false, code: 'sold_out', error: 'The last one is sold.', issues: ISSUES })
    expect(await callTool(server, 'shop.buy', { sku: 'tea' })).toEqual({
      ok: false,
      status: 409,
      code: 'sold_out',
      error: 'The last one is sold.',
      issues: ISSUES,
    })
    const [tool] = collectApis(apis)
    const error: unknown = await invokeApi(tool as never, { sku: 'tea' }, {}, 'agent').catch((thrown) => thrown)
    expect(isFwError(error, 'sold_out') && error.status).toBe(409)
  })

  test('reaches MCP clients with its message and its issues', async () => {
    const { post } = await start({ apis })
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' }
    const params = { name: 'shop__buy', arguments: { sku: 'tea' } }
    const { body } = await post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers)
    expect(body.result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'The last one is sold.\n- sku: is sold out' }],
      _meta: { 'fw/error': { code: 'sold_out', issues: ISSUES } },
    })
  })

  test("reaches the model of the app's agent", async () => {
    const calls = [{ name: 'api.shop.buy', input: { sku: 'tea' } }]
    const { options, model } = await withModel([{ calls }, 'Sold out.'], { options: { apis } })
    const { post } = await start(options)
    expect((await post('/_fw/agent', ask('Buy tea.'))).status).toBe(200)
    expect(toldResults(model)).toEqual([
      { error: 'The last one is sold.', code: 'sold_out', issues: ISSUES, source: 'app' },
    ])
  })

  test('of ctxFor is the reason and the status of an A2A error', async () => {
    const ctxFor = () => {
      throw new FwError('plan_expired', { status: 409, message: 'Renew your plan.' })
    }
    const { request } = await start({ apis, ctxFor })
    const response = await request('/_fw/a2a/tasks', { headers: { 'a2a-version': '1.0' } })
    expect([response.status, await response.json()]).toEqual([
      409,
      {
        error: expect.objectContaining({
          status: 'ABORTED',
          message: 'Renew your plan.',
          details: [expect.objectContaining({ reason: 'PLAN_EXPIRED', domain: 'fw' })],
        }),
      },
    ])
  })

  test('is stored with its status as the outcome of an approved call', async () => {
    const { call, post, request } = await start({ apis, approvals: 'open' })
    const parked = await call('shop.pay', {}, AGENT)
    const { id } = parked.body.result as { id: string }
    const approved = await post('/_fw/approve', { id })
    expect([approved.status, approved.body]).toEqual([
      402,
      { ok: false, error: 'The bank declined it.', code: 'payment_declined' },
    ])
    const shown = await request(`/_fw/proposals?id=${id}`, { headers: { accept: 'application/json' } })
    expect(await shown.json()).toMatchObject({
      result: [{ result: { ok: false, error: 'The bank declined it.', code: 'payment_declined', status: 402 } }],
    })
  })
})

test('a refusal in a page has the status of an own code, which its code does not decide', () => {
  expect(toCallRefusal(soldOut())).toEqual({
    ok: false,
    error: 'The last one is sold.',
    code: 'sold_out',
    status: 409,
    issues: ISSUES,
  })
  expect(toCallRefusal(new FwError('not_found'))).toEqual({ ok: false, error: 'Not found.', code: 'not_found' })
})
