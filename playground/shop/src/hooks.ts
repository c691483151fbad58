/** What the server tells the shop: every call that an agent made or asked for goes into the audit log. */
import type { Hooks } from '@fw/runtime/server'
import { recordCall } from './server/audit.ts'
import { database } from './server/database.ts'

export const onAudit: Hooks['onAudit'] = (entry) => {
  if (entry.origin === 'agent' || entry.proposal !== undefined) recordCall(database(), entry)
}

// Addresses and passwords stay out of the log, whatever tool they were sent to.
const PRIVATE = ['email', 'password']

export const redact: Hooks['redact'] = (_tool, input) => {
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, PRIVATE.includes(key) ? '…' : value]))
}
