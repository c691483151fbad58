import { FwError } from '@fw/runtime'
import type { EndpointEvent } from '@fw/runtime/h3'
import { env } from '@fw/runtime/server'
import { recordEvent } from '../../server/audit.ts'
import { isSigned, parseEvent } from '../../server/billing-event.ts'
import { applyEvent } from '../../server/subscription.ts'

/** The billing provider reports subscriptions here. It sends an event again until the status of the response is 2xx. */
export async function POST(event: EndpointEvent<'/webhooks/billing'>) {
  const secret = env.BILLING_WEBHOOK_SECRET
  if (secret === undefined) throw new FwError('unavailable', { message: 'BILLING_WEBHOOK_SECRET is not set.' })
  // The signature is of these bytes, so the body is parsed after the check.
  const body = await event.req.text()
  const signature = event.req.headers.get('billing-signature') ?? ''
  if (!isSigned({ body, signature, secret }, Date.now()))
    throw new FwError('unauthenticated', { message: 'The signature is missing, wrong or too old.' })
  const parsed = parseEvent(body)
  if (parsed === undefined) return { outcome: 'ignored' }
  const outcome = await applyEvent(parsed)
  await recordEvent(`billing.${outcome}`, parsed.organizationId)
  return { outcome }
}
