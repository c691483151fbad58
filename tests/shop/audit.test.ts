import { afterEach, expect, it } from 'vitest'
import type { AuditEntry } from '../../runtime/src/contract/api.ts'

process.env.SHOP_DB = ':memory:'
const { onAudit, redact } = await import('../../playground/shop/src/hooks.ts')
const { listCalls } = await import('../../playground/shop/src/server/audit.ts')
const { database } = await import('../../playground/shop/src/server/database.ts')

const ENTRY: AuditEntry = {
  tool: 'api.catalogue.search',
  origin: 'agent',
  guard: 'auto',
  ok: true,
  input: { text: 'linen' },
  at: 1_767_225_600_000,
  durationMs: 1,
}

afterEach(() => {
  database().exec('DELETE FROM agent_calls')
})

it('keeps the calls of agents, and what people decided about them, newest first', () => {
  onAudit?.(ENTRY)
  onAudit?.({ ...ENTRY, origin: 'human' })
  onAudit?.({ ...ENTRY, tool: 'api.orders.checkout', origin: 'human', ok: false, code: 'internal', proposal: 'p1' })
  expect(listCalls(database(), 10)).toEqual([
    { ...LISTED, tool: 'api.orders.checkout', ok: false, code: 'internal', proposal: 'p1' },
    LISTED,
  ])
  expect(listCalls(database(), 1)).toHaveLength(1)
})

it('keeps no addresses and no passwords', () => {
  expect(redact?.('api.orders.checkout', { total: 100, email: 'ada@halden.example' })).toEqual({
    total: 100,
    email: '…',
  })
  expect(redact?.('api.account.login', { email: 'a', password: 'b' })).toEqual({ email: '…', password: '…' })
  expect(redact?.('api.cart.get', undefined)).toBeUndefined()
})

const LISTED = {
  at: new Date(ENTRY.at),
  tool: ENTRY.tool,
  input: '{"text":"linen"}',
  ok: true,
  code: null,
  agent: null,
  subject: null,
  proposal: null,
}
