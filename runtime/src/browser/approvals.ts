/**
 * Calls of this page that wait for a person: those of its own tools, which live and end with it, and those that the server
 * has parked. Only the panel settles them, by events that a person caused; what settles is handed to it and to nobody else.
 */
import { canonicalJson } from '#contract/canonical-json.ts'
import { escapeHidden } from '#contract/hidden-text.ts'
import { checkPageCall, failedCall, pageToolValidators, refuseCall } from '#contract/page-call.ts'
import { APPROVE_PATH, REJECT_PATH } from '#contract/path.ts'
import type { ParkedResult, ProposalOutcome, ProposalState } from '#contract/proposal.ts'
import { asNow, track } from './activity.ts'
import { showExpired, showWaiting } from './approval-panel.ts'
import { findTool, type LiveTool } from './page-tools.ts'
import { postJson } from './post-json.ts'
import { isSamePreview, type Preview, previewCall } from './shadow-run.ts'
import type { Decision, PageProposal } from './waiting-call.ts'
import { toWire } from './wire-values.ts'

const LIFETIME_MS = 10 * 60_000
const MAX_PENDING = 100
const ID_BYTES = 24
const MESSAGE_MAX = 500

/** Those of the page, oldest first. */
const pending = new Map<string, { end(state: ProposalState): void }>()

/**
 * Keeps the call of a tool of this page, shows it with what it would change, and answers what its caller gets. `wire`: the
 * input as JSON; `input`: as `run` gets it.
 */
export async function parkPageCall(tool: LiveTool, wire: unknown, input: unknown): Promise<ParkedResult> {
  let preview = await previewCall(tool, input)
  let record = await createRecord(tool.name, wire)
  const timer = setTimeout(() => end('expired'), record.expiresAt - Date.now())
  const end = (state: ProposalState, result?: ProposalOutcome) => {
    clearTimeout(timer)
    preview?.end()
    if (pending.delete(record.id) && state === 'expired') showExpired(record.id)
    record = { ...record, state, ...(result && { result }) }
    announce(record)
  }
  pending.set(record.id, { end })
  for (const [, oldest] of pending) if (pending.size > MAX_PENDING) oldest.end('expired')
  announce(record)
  showWaiting({
    proposal: record,
    ...textsOf(tool),
    ...(preview && { preview }),
    async settle(decision) {
      if (Date.now() >= record.expiresAt) end('expired')
      if (!pending.has(record.id)) return refuseCall('unknown_proposal', 'This call does not wait any more.')
      if (decision === 'reject') {
        end('rejected')
        return { ok: true }
      }
      const changed = preview && (await previewAgain(tool, input, preview))
      if (changed) {
        preview = changed
        return { changed }
      }
      // Settled before it runs: at most once, also when it throws.
      end('executed')
      const outcome = await track(runApproved(record.tool, tool.instance, record.input))
      end('executed', outcome)
      return outcome
    },
  })
  const { id, input: shown, message, expiresAt } = record
  return { status: 'proposal', id, tool: tool.name, input: shown, message, expiresAt }
}

/**
 * What the call would do by now, where that is something else: an agent may have gone on while the person was reading. A run
 * that never comes to the same twice, as one with random ids, says nothing.
 */
async function previewAgain(tool: LiveTool, input: unknown, seen: Preview): Promise<Preview | undefined> {
  const now = await previewCall(findTool(tool.name, tool.instance) ?? tool, input)
  if (now === undefined || isSamePreview(now, seen)) return undefined
  const again = await previewCall(tool, input)
  return again && isSamePreview(again, now) ? now : undefined
}

/** As a person's call, checked again; the component may have gone in the meantime. */
async function runApproved(name: string, instance: string | undefined, wire: unknown): Promise<ProposalOutcome> {
  const tool = findTool(name, instance)
  if (tool === undefined) return refuseCall('unknown_tool', `${name} is not on this page any more.`)
  try {
    const { input: validator, output } = pageToolValidators(tool.definition, await tool.contract?.load())
    const caller = { origin: 'human', scopes: tool.definition.scopes } as const
    const checked = await checkPageCall(name, tool.definition, wire, { validator, caller })
    if (!checked.ok) return checked
    return { ok: true, result: jsonOf(toWire(output, await asNow('human', () => tool.run(checked.input, 'human')))) }
  } catch (error) {
    return failedCall(error)
  }
}

/** As data, since it is kept and shown. What is no data has no result. */
function jsonOf(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null')
  } catch {
    return undefined
  }
}

const shown = new Set<string>()

/** Shows a call that the server has parked. It keeps the call, and approving it sends the id alone. */
export function showServerProposal({ id, tool, input, message, expiresAt }: ParkedResult): void {
  if (shown.has(id)) return
  shown.add(id)
  const record: PageProposal = {
    id,
    tool,
    input,
    message,
    origin: 'agent',
    createdAt: Date.now(),
    expiresAt,
    state: 'pending',
  }
  const rest = expiresAt - Date.now()
  // A clock that goes wrong here must not take it away: the server knows when its time is over.
  const timer = rest > 0 ? setTimeout(() => showExpired(id), rest) : undefined
  announce(record)
  showWaiting({
    proposal: record,
    isOnServer: true,
    async settle(decision) {
      clearTimeout(timer)
      const outcome = await track(settleOnServer(id, decision))
      const state = decision === 'approve' ? 'executed' : 'rejected'
      announce({ ...record, state, ...(decision === 'approve' && { result: outcome }) })
      return outcome
    },
  })
}

async function settleOnServer(id: string, decision: Decision): Promise<ProposalOutcome> {
  try {
    const path = decision === 'approve' ? APPROVE_PATH : REJECT_PATH
    const { answer } = await asNow('human', () => postJson(path, JSON.stringify({ id })))
    if (decision === 'reject' && answer.ok === false && answer.code === undefined)
      return refuseCall('unknown_proposal', 'This call does not wait any more.')
    return answer as ProposalOutcome // the envelope
  } catch (error) {
    return failedCall(error)
  }
}

function textsOf({ definition: { title, description } }: LiveTool) {
  return { description, ...(title === undefined ? {} : { title }) }
}

async function createRecord(tool: string, wire: unknown): Promise<PageProposal> {
  // Through JSON once: what is shown and what runs is the same plain data.
  const input = JSON.parse(JSON.stringify(wire)) as unknown
  const createdAt = Date.now()
  const text = escapeHidden(JSON.stringify(input), '\n')
  return {
    id: base64url(crypto.getRandomValues(new Uint8Array(ID_BYTES))),
    tool,
    input,
    ...(crypto.subtle && { inputHash: await hash(`${tool}\n${canonicalJson(input)}`) }),
    origin: 'agent',
    message: `Approve ${tool} ${text.length > MESSAGE_MAX ? `${text.slice(0, MESSAGE_MAX)}…` : text}?`,
    createdAt,
    expiresAt: createdAt + LIFETIME_MS,
    state: 'pending',
  }
}

async function hash(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** To whoever listens: `fw:proposal` on the document. A copy, so that nobody changes what is kept. */
function announce(proposal: PageProposal): void {
  document.dispatchEvent(new CustomEvent('fw:proposal', { detail: structuredClone(proposal) }))
}
