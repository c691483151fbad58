/** Sends replies, refunds and reminders to the service behind `OUTGOING_URL`. Without the variable, it does nothing. */
import { createHash } from 'node:crypto'
import { FwError } from '@fw/runtime'
import { env } from '@fw/runtime/server'
import type { Ticket } from '../data/tickets.ts'

type Delivery = { readonly ticket: Ticket } & (
  | { readonly type: 'reply'; readonly text: string }
  | { readonly type: 'refund'; readonly order: string; readonly cents: number; readonly currency: string }
  | { readonly type: 'reminder' }
)

const TIMEOUT_MS = 10_000

/** Throws `delivery_failed` if the service doesn't accept the delivery. */
export async function deliver({ ticket, ...delivery }: Delivery): Promise<void> {
  const { OUTGOING_URL: url, OUTGOING_SECRET: secret } = env
  if (url === undefined) return
  const { id, title, customer, name, channel, token } = ticket
  const body = JSON.stringify({
    ...delivery,
    ticket: { id, title, customer, name, channel, url: toSiteUrl(`/t/${token}`), staffUrl: toSiteUrl(`/inbox/${id}`) },
  })
  const failed = (detail: unknown) =>
    new FwError('delivery_failed', {
      status: 502,
      message: 'The service for outgoing messages did not accept it. Nothing was sent. Try again.',
      detail: String(detail),
    })
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      // The same reply or refund has the same key, so that the service can ignore a second one.
      'idempotency-key': createHash('sha256').update(body).digest('hex'),
      ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error) => {
    throw failed(error)
  })
  if (!response.ok) throw failed(response.status)
}

/** Returns the URL of a path of this site; the path alone without `SITE_URL`. */
export function toSiteUrl(path: string): string {
  return env.SITE_URL === undefined ? path : new URL(path, env.SITE_URL).href
}
