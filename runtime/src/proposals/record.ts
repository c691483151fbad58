/** From a held call to a proposal: id, hash and the text that a person is asked. Nothing here comes from a model's words. */
import { createHash, randomBytes } from 'node:crypto'
import type { Origin } from '#contract/api.ts'
import { canonicalJson } from '#contract/canonical-json.ts'
import { markPending, type ParkedResult, type ProposedCall } from '#contract/proposal.ts'
import { takeFirst, visibleJson } from './visible.ts'

/** Everything that a proposal remembers of the call. */
export interface ProposalSource {
  readonly tool: string
  /** Validated wire input. */
  readonly input: unknown
  readonly subject?: string
  readonly agent?: string
  readonly origin: Origin
}

/** 192 bits: an id cannot be guessed, and knowing one still grants nothing. */
const ID_BYTES = 24
const MESSAGE_MAX = 500

/** A pending proposal. */
export function createProposal(source: ProposalSource, createdAt: number, ttlMs: number): ProposedCall {
  // Through JSON once: what is shown, hashed, stored and run is the same plain data.
  const input = JSON.parse(JSON.stringify(source.input)) as unknown
  return {
    id: randomBytes(ID_BYTES).toString('base64url'),
    tool: source.tool,
    input,
    inputHash: hashCall(source.tool, input),
    ...(source.subject === undefined ? {} : { subject: source.subject }),
    ...(source.agent === undefined ? {} : { agent: source.agent }),
    origin: source.origin,
    message: describeCall(source.tool, input),
    createdAt,
    expiresAt: createdAt + ttlMs,
    state: 'pending',
  }
}

/** What the caller of a parked call gets. */
export function toParkedResult(proposal: ProposedCall): ParkedResult {
  const { id, tool, input, message, expiresAt } = proposal
  return markPending({ status: 'proposal', id, tool, input, message, expiresAt })
}

/** SHA-256 over tool and canonical input, base64url: equal calls have equal hashes, whatever the order of their keys. */
export function hashCall(tool: string, input: unknown): string {
  return createHash('sha256')
    .update(`${tool}\n${canonicalJson(input)}`)
    .digest('base64url')
}

/** `Approve api.shop.checkout {"method":"card"}?` */
function describeCall(tool: string, input: unknown): string {
  const shown = visibleJson(input)
  return `Approve ${tool} ${shown.length > MESSAGE_MAX ? `${takeFirst(shown, MESSAGE_MAX)}…` : shown}?`
}
