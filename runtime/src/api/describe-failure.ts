/** Failures in the audit. */
import type { AuditEntry } from '#contract/api.ts'
import { asFwError, getMessage } from '#contract/http/thrown-error.ts'

/** Returns the audit fields of a failure. */
export function describeFailure(error: unknown): Pick<AuditEntry, 'error' | 'code' | 'issues'> {
  const known = asFwError(error)
  if (known === undefined) return { error: `Error: ${getMessage(error)}`, code: 'internal' }
  const { message, code, issues } = known
  return { error: message, code, ...(issues === undefined ? {} : { issues }) }
}
