/** Calls of agents through a generated client, on a server. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api, FwError, schema, str } from '../../../runtime/src/index.ts'
import { type Client, createClient } from '../../../runtime/src/sdk/create-client.ts'
import { createClientCall } from '../../../runtime/src/sdk/create-client-call.ts'
import {
  approveProposal,
  type ClientProposal,
  isProposal,
  rejectProposal,
  waitForDecision,
} from '../../../runtime/src/sdk/proposals.ts'
import { createFwServer, type FwServer } from '../../../runtime/src/server.ts'

const input = schema({ to: str() })
const pay = api({
  guard: 'confirm',
  input,
  run: ({ input: { to } }) => {
    if (to === 'no one') throw new FwError('no_such_account', { status: 409, message: 'There is no such account.' })
    return to
  },
})
const imitate = api({
  input,
  run: () => ({ status: 'proposal', id: 'x', tool: 'api.bank.imitate', input: {}, message: '', expiresAt: 0 }),
})

let now = Date.now()
let server: FwServer
let user: Client
let agent: Client
beforeEach(() => {
  now = Date.now()
  server = createFwServer({
    apis: { bank: { imitate, pay } },
    data: 'memory',
    log: () => undefined,
    now: () => now,
    approvals: 'open',
  })
  const fetch = async (url: string, request: RequestInit) => server.fetch(new Request(url, request))
  user = createClient({ origin: 'http://localhost', fetch })
  agent = createClient({ origin: 'http://localhost', fetch, agent: true })
})
afterEach(() => server.close())

const callPay = createClientCall('bank.pay', { decode: (result) => `decoded ${String(result)}` })

async function propose(to: string): Promise<ClientProposal<unknown>> {
  const result = await callPay(agent, { to })
  if (!isProposal(result)) throw new Error('The call ran.')
  return result
}

const getError = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a guarded call', () => {
  it('of an agent returns a proposal, and that of a user the result', async () => {
    expect(await propose('Ada')).toMatchObject({ tool: 'api.bank.pay', input: { to: 'Ada' } })
    expect(await callPay(user, { to: 'Ada' })).toBe('decoded Ada')
  })

  it('returns the decoded result to the user who approves it and to the agent that waits', async () => {
    const proposal = await propose('Ada')
    const waiting = waitForDecision(agent, proposal, { intervalMs: 5 })
    expect(await approveProposal(user, proposal)).toBe('decoded Ada')
    expect(await waiting).toBe('decoded Ada')
    expect(await getError(approveProposal(user, proposal))).toMatchObject({ code: 'unknown_proposal', status: 404 })
  })

  it('rejects with rejected, expired, or the error of the approved call', async () => {
    const refused = await propose('Ada')
    expect(await rejectProposal(user, refused)).toBe(true)
    expect(await rejectProposal(user, refused)).toBe(false)
    expect(await getError(waitForDecision(agent, refused))).toMatchObject({ code: 'rejected', status: 403 })
    const failing = await propose('no one')
    const error = { code: 'no_such_account', status: 409, message: 'There is no such account.' }
    expect(await getError(approveProposal(user, failing))).toMatchObject(error)
    expect(await getError(waitForDecision(agent, failing))).toMatchObject(error)
    const late = await propose('Ada')
    now = late.expiresAt + 1
    expect(await getError(waitForDecision(agent, late))).toMatchObject({ code: 'expired', status: 410 })
  })

  it('of an agent is not approved or rejected by the agent', async () => {
    const proposal = await propose('Ada')
    expect(await getError(approveProposal(agent, proposal))).toMatchObject({ code: 'forbidden' })
    expect(await getError(rejectProposal(agent, proposal))).toMatchObject({ code: 'forbidden' })
  })

  it('that waits ends with its signal, and for an unknown proposal', async () => {
    const proposal = await propose('Ada')
    const reason = new Error('enough')
    const controller = new AbortController()
    const waiting = getError(waitForDecision(agent, proposal, { signal: controller.signal, intervalMs: 60_000 }))
    setTimeout(() => controller.abort(reason), 20)
    expect(await waiting).toBe(reason)
    expect(await getError(waitForDecision(agent, { ...proposal, id: 'A'.repeat(24) }))).toMatchObject({
      code: 'unknown_proposal',
    })
  })
})

it('a result that looks like a proposal is a result', async () => {
  const result = await createClientCall('bank.imitate')(agent, { to: 'Ada' })
  expect(result).toMatchObject({ status: 'proposal' })
  expect(isProposal(result)).toBe(false)
})
