/** Hooks of the server: the history of a ticket records each call that changes it, and each call that needs approval. */
import type { Hooks } from '@fw/runtime/server'
import { recordCall, recordProposal } from './data/events.ts'

export const onAudit: Hooks['onAudit'] = (entry) => recordCall(entry)

export const onProposal: Hooks['onProposal'] = (proposal) => recordProposal(proposal)

/** Every member of staff may approve: also a call that a colleague's agent has made. */
export const canSettle: Hooks['canSettle'] = ({ ctx }) => ctx.scopes.includes('staff')

/** Keeps passwords out of the log and of the audit. */
export const redact: Hooks['redact'] = (tool, input) => (tool.startsWith('api.account.') ? '…' : input)
