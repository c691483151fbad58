/** Hooks of the server: the audit log records every call that an agent made or requested. */
import type { Hooks } from '@fw/runtime/server'
import { recordCall } from './server/audit.ts'
import { database } from './server/database.ts'

export const onAudit: Hooks['onAudit'] = (entry) => {
  if (entry.origin === 'agent' || entry.proposal !== undefined) recordCall(database(), entry)
}

// Redacts addresses and passwords in the log, for every tool.
const PRIVATE = ['email', 'password']

export const redact: Hooks['redact'] = (_tool, input) => {
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, PRIVATE.includes(key) ? '…' : value]))
}
