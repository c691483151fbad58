/**
 * Webhooks of the billing provider, in the scheme of Stripe: the header `billing-signature` contains `t=<seconds>` and one or
 * more `v1=<hex>`, each the HMAC-SHA256 of `<seconds>.<body>`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { FwError } from '@fw/runtime'
import { PLANS, type PlanId } from '../plans.ts'

export interface BillingEvent {
  readonly id: string
  readonly type: 'subscription.updated'
  readonly createdAt: Date
  readonly organizationId: string
  readonly plan: PlanId
}

/** Time in seconds after which a signature is refused, so that a recorded request can't be sent again later. */
const TOLERANCE_SECONDS = 300

interface SignedBody {
  readonly body: string
  /** Value of the header. */
  readonly signature: string
  readonly secret: string
}

/** Returns whether the body has a valid, recent signature. `now` is in epoch milliseconds. */
export function isSigned({ body, signature, secret }: SignedBody, now: number): boolean {
  const parts = signature.split(',').map((part) => part.trim().split('='))
  const seconds = Number(parts.find(([name]) => name === 't')?.[1])
  if (!Number.isInteger(seconds) || Math.abs(now / 1000 - seconds) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest()
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Parses the body of a webhook. Returns `undefined` for an event of another type, which needs no reaction. */
export function parseEvent(body: string): BillingEvent | undefined {
  const { id, type, created, data } = parseJson(body)
  if (typeof id !== 'string' || typeof created !== 'number') throw refuse('An event has an id and a time.')
  if (type !== 'subscription.updated') return undefined
  const { organizationId, plan } = toRecord(data)
  if (typeof organizationId !== 'string' || !isPlan(plan)) throw refuse('The event names no organisation and plan.')
  return { id, type, createdAt: new Date(created * 1000), organizationId, plan }
}

function parseJson(body: string): Record<string, unknown> {
  try {
    return toRecord(JSON.parse(body))
  } catch (cause) {
    throw new FwError('invalid_json', { cause })
  }
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isPlan(value: unknown): value is PlanId {
  return typeof value === 'string' && Object.hasOwn(PLANS, value)
}

function refuse(message: string): FwError {
  return new FwError('invalid_request', { message })
}
