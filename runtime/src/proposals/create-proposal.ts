/**
 * Creates a proposal from a held call: its id, its hash and the question for the user. No text of a model becomes
 * part of it.
 */
import { randomBytes } from 'node:crypto'
import { countParts } from '#contract/agent/count-parts.ts'
import { markPending, type ParkedResult, type Proposal, type ProposedCall } from '#contract/agent/proposal.ts'
import type { Origin } from '#contract/api.ts'
import { takeFirst } from '#contract/approval/shown-call.ts'
import { FwError } from '#contract/http/error.ts'
import { canonicalJson } from '#contract/schema/canonical-json.ts'
import { isNestedDeeper, MAX_JSON_DEPTH } from '#contract/schema/json-depth.ts'
import { digestText } from '#digest/digest-text.ts'
import { escapeJson } from './visible-text.ts'

/** The data of a call that a proposal stores. */
export interface ProposalSource {
  readonly tool: string
  /** Validated wire input. */
  readonly input: unknown
  readonly subject?: string
  readonly agent?: string
  readonly client?: string
  readonly assistant?: Proposal['assistant']
  readonly origin: Origin
  /** Default false. */
  readonly tainted?: boolean
  readonly question?: Proposal['question']
  /** Time in milliseconds after which the call no longer waits. Absent: as long as every call. */
  readonly ttlMs?: number
}

/** An id has 192 bits, so it can't be guessed; knowing one grants nothing. */
const ID_BYTES = 24
const MESSAGE_MAX = 500
/** Values in one input, each list and object included: more than a user reads, and little work for each list of inputs. */
const MAX_VALUES = 10_000

/**
 * Creates a pending proposal.
 *
 * @throws FwError `payload_too_large` for an input with too many values or levels.
 */
export function createProposal(source: ProposalSource, createdAt: number, ttlMs: number): ProposedCall {
  if (isNestedDeeper(source.input, MAX_JSON_DEPTH)) throw createSizeError(`${MAX_JSON_DEPTH} levels`)
  if (countParts(source.input, MAX_VALUES) > MAX_VALUES) throw createSizeError(`${MAX_VALUES} values`)
  // Converted to JSON once, so that the shown, hashed, stored and executed input is the same plain data.
  const input = JSON.parse(JSON.stringify(source.input)) as unknown
  return {
    id: randomBytes(ID_BYTES).toString('base64url'),
    tool: source.tool,
    input,
    inputHash: hashCall(source.tool, input),
    ...(source.subject === undefined ? {} : { subject: source.subject }),
    ...(source.agent === undefined ? {} : { agent: source.agent }),
    ...(source.client === undefined ? {} : { client: source.client }),
    ...(source.assistant === undefined ? {} : { assistant: source.assistant }),
    origin: source.origin,
    ...(source.tainted === true ? { tainted: true as const } : {}),
    message: source.question === undefined ? describeCall(source.tool, input) : describeQuestion(source.tool),
    ...(source.question === undefined ? {} : { question: source.question, isQuestion: true as const }),
    createdAt,
    expiresAt: createdAt + Math.min(ttlMs, source.ttlMs ?? ttlMs),
    state: 'pending',
  }
}

function createSizeError(most: string): FwError {
  return new FwError('payload_too_large', {
    message: `The input of a call that needs approval may have at most ${most}.`,
  })
}

/** Returns the result for the caller of a call that became a proposal. */
export function toParkedResult(proposal: ProposedCall): ParkedResult {
  const { id, tool, input, message, expiresAt } = proposal
  return markPending({ status: 'proposal', id, tool, input, message, expiresAt })
}

/**
 * Returns the SHA-256 over the tool and the canonical input as base64url. Equal calls have equal hashes, in any key
 * order.
 */
function hashCall(tool: string, input: unknown): string {
  return digestText(`${tool}\n${canonicalJson(input)}`)
}

/** Without the server's own words, because a model reads it too. */
function describeQuestion(tool: string): string {
  return `${tool} runs, and its server asks the user a question. Only a person can respond to it. Don't repeat the call.`
}

/** Returns the question for the user, such as `Approve api.shop.checkout {"method":"card"}?`. */
function describeCall(tool: string, input: unknown): string {
  const shown = escapeJson(JSON.stringify(input) ?? 'null')
  return `Approve ${tool} ${shown.length > MESSAGE_MAX ? `${takeFirst(shown, MESSAGE_MAX)}…` : shown}?`
}
