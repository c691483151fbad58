import { FwError } from '@fw/runtime'
import type { EndpointEvent } from '@fw/runtime/h3'
import { env } from '@fw/runtime/server'
import { closeInvoice, getInvoice } from '../../invoices.ts'
import { isSigned } from '../../signature.ts'

/** The payment provider reports that an invoice was paid. It repeats a request until the response has status 200. */
export async function POST({ req }: EndpointEvent<'/webhooks/payments'>) {
  // The signature is of the body as it was sent.
  const body = await req.text()
  const signature = req.headers.get('x-signature') ?? ''
  if (env.WEBHOOK_SECRET === undefined || !isSigned(body, signature, env.WEBHOOK_SECRET))
    throw new FwError('unauthenticated', { message: 'The signature is missing, wrong or too old.' })
  const { type, invoice } = parseEvent(body)
  // Other events need no action.
  if (type === 'payment.succeeded' && getInvoice(invoice).status !== 'paid') closeInvoice(invoice, 'paid')
  return { received: true }
}

function parseEvent(body: string): { readonly type: string; readonly invoice: string } {
  const { type, invoice } = parseObject(body)
  if (typeof type === 'string' && typeof invoice === 'string') return { type, invoice }
  throw new FwError('invalid_input', { message: 'The event needs a "type" and an "invoice".' })
}

function parseObject(body: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body))
  } catch (cause) {
    throw new FwError('invalid_json', { cause })
  }
}
