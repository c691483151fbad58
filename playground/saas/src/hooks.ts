/** Hooks of the server: the audit log. */
import type { Hooks } from '@fw/runtime/server'
import { recordCall } from './server/audit.ts'

export const onAudit: Hooks['onAudit'] = (entry) => recordCall(entry)

/** Members of inputs that the audit log and traces don't contain. */
const SECRET = new Set(['password', 'newPassword', 'token'])

export const redact: Hooks['redact'] = (_tool, input) => {
  if (typeof input !== 'object' || input === null) return input
  return Object.fromEntries(Object.entries(input).map(([key, value]) => [key, SECRET.has(key) ? '…' : value]))
}
