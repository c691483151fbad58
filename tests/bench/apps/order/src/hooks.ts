import type { Hooks } from '@fw/runtime/server'

const seen = { answered: 0, refused: 0 }

/** Audit is on, as it is in production: every call makes its entry. */
export const onAudit: Hooks['onAudit'] = (entry) => {
  seen[entry.ok ? 'answered' : 'refused'] += 1
}
