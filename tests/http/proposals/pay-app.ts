/** An app with something to approve, in which the header `x-user` is the signed-in person. */
import { expect } from 'vitest'
import type { ParkedResult } from '../../../runtime/src/contract/agent/proposal.ts'
import { api, int, schema, str } from '../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { AGENT, type Client } from '../transports.ts'

export const ANN = { 'x-user': 'ann' }
export const BOB = { 'x-user': 'bob' }

export interface PayApp {
  readonly options: FwServerOptions
  /** The input of every call that ran. */
  readonly ran: unknown[]
}

export function createPayApp(extra: FwServerOptions = {}): PayApp {
  const ran: unknown[] = []
  const pay = api({
    description: 'Pays.',
    guard: 'confirm',
    input: schema({ amount: int({ min: 1 }), note: str().default('none') }),
    run: ({ input }) => {
      ran.push(input)
      if (input.amount === 13) throw new Error('the card was refused')
      return { paid: input.amount }
    },
  })
  const options: FwServerOptions = {
    apis: { shop: { pay } },
    ctxFor: (req) => ({ userId: req.headers.get('x-user') ?? undefined }),
    approvals: 'signed-in',
    ...extra,
  }
  return { options, ran }
}

/** An agent asks for a payment, as Ann by default. */
export async function park(client: Client, amount = 5, headers: Record<string, string> = ANN): Promise<ParkedResult> {
  const { status, body } = await client.call('shop.pay', { amount }, { ...headers, ...AGENT })
  expect(status).toBe(200)
  return body.result as ParkedResult
}

/** Returns the parts of a response that its receiver can compare. */
export async function wholeAnswer(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return JSON.stringify([response.status, headers, await response.text()])
}
