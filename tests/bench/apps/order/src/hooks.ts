import type { Hooks } from '@fw/runtime/server'

const seen = { answered: 0, refused: 0 }

/** Audit is enabled, as in production: every call writes an entry. */
export const onAudit: Hooks['onAudit'] = (entry) => {
  seen[entry.ok ? 'answered' : 'refused'] += 1
}
