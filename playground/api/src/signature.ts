/** Signatures of webhooks: `t=<seconds>,v1=<HMAC-SHA256 of "<seconds>.<body>">`. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Older requests are refused, so that a recorded one can't be sent again later. */
const TOLERANCE_SECONDS = 300

export function sign(body: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Whether the header is the signature of this body, and not too old. */
export function isSigned(body: string, header: string, secret: string, now = Date.now()): boolean {
  const seconds = Number(/^t=(\d+),/.exec(header)?.[1])
  if (!(Math.abs(now / 1000 - seconds) <= TOLERANCE_SECONDS)) return false
  const [given, expected] = [Buffer.from(header), Buffer.from(sign(body, secret, seconds))]
  return given.length === expected.length && timingSafeEqual(given, expected)
}
