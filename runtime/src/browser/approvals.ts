/**
 * Calls of this page's own tools that wait for a person. They live and end with the page. Only the panel settles them, by
 * events that a person caused; what settles is handed to it and to nobody else.
 */
import { canonicalJson } from '#contract/canonical-json.ts'
import { escapeHidden } from '#contract/hidden-text.ts'
import { checkPageCall, pageToolValidators, refuseCall, toCallRefusal } from '#contract/page-call.ts'
import { markPending, type ParkedResult, type ProposalOutcome, type ProposalState } from '#contract/proposal.ts'
import { track } from './activity.ts'
import { announce } from './announce-proposal.ts'
import { showExpired, showWaiting } from './approval-panel.ts'
import { notApproved, type Wait } from './await-decision.ts'
import { asNow } from './cause.ts'
import { findTool, type LivePageTool } from './page-tools.ts'
import { isSamePreview, type Preview, previewCall } from './shadow-run.ts'
import type { PageProposal } from './waiting-call.ts'
import { encodeInput } from './wire-values.ts'

const LIFETIME_MS = 10 * 60_000
const MAX_PENDING = 100
const ID_BYTES = 24
const MESSAGE_MAX = 500

/** Those of the page, oldest first. */
const pending = new Map<string, { end(state: ProposalState): void }>()

/**
 * Keeps the call of a tool of this page, shows it with what it would change, and answers what an agent gets. `wire`: the
 * input as JSON; `input`: as `run` gets it; `wait`: of the code that called it.
 */
export async function parkPageCall(
  tool: LivePageTool,
  { wire, input, wait }: { readonly wire: unknown; readonly input: unknown; readonly wait?: Wait },
): Promise<ParkedResult> {
  let preview = await previewCall(tool, input)
  let record = await createRecord(tool.name, wire)
  const timer = setTimeout(() => end('expired'), record.expiresAt - Date.now())
  const end = (state: ProposalState, result?: ProposalOutcome) => {
    clearTimeout(timer)
    if (pending.delete(record.id) && state === 'expired') showExpired(record.id)
    if (state === 'rejected' || state === 'expired') wait?.failed(notApproved(state))
    record = { ...record, state, ...(result && { result }) }
    announce(record)
  }
  pending.set(record.id, { end })
  for (const [, oldest] of pending) if (pending.size > MAX_PENDING) oldest.end('expired')
  announce(record, wait?.run)
  showWaiting({
    proposal: record,
    ...getTexts(tool),
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
      const { outcome, value } = await track(runApproved(record.tool, tool.instance, record.input))
      if (outcome.ok) wait?.approved(value)
      else wait?.failed(outcome)
      end('executed', outcome)
      return outcome
    },
  })
  const { id, input: shown, message, expiresAt } = record
  return markPending({ status: 'proposal', id, tool: tool.name, input: shown, message, expiresAt })
}

/**
 * What the call would do by now, where that is something else: an agent may have gone on while the person was reading. A run
 * that never comes to the same twice, as one with random ids, says nothing.
 */
async function previewAgain(tool: LivePageTool, input: unknown, seen: Preview): Promise<Preview | undefined> {
  const now = await previewCall(findTool(tool.name, tool.instance) ?? tool, input)
  if (now === undefined || isSamePreview(now, seen)) return undefined
  const again = await previewCall(tool, input)
  return again && isSamePreview(again, now) ? now : undefined
}

/** How an approved call ended: as it is kept and shown, and as the code that called it gets it. */
interface Ended {
  readonly outcome: ProposalOutcome
  readonly value?: unknown
}

/**
 * Runs the approved call, checked again as a person's; the component may have gone in the meantime. Calls inside it keep the
 * agent's origin: the person has read this one.
 */
async function runApproved(name: string, instance: string | undefined, wire: unknown): Promise<Ended> {
  const tool = findTool(name, instance)
  if (tool === undefined) return { outcome: refuseCall('unknown_tool', `${name} is not on this page any more.`) }
  try {
    const { input: validator, output } = pageToolValidators(tool.definition, await tool.contract?.load())
    const caller = { origin: 'human', scopes: tool.definition.scopes } as const
    const checked = await checkPageCall(name, tool.definition, wire, { validator, caller })
    if (!checked.ok) return { outcome: checked }
    const value = await asNow('agent', () => tool.run(checked.input, 'human'))
    return { outcome: { ok: true, result: toJson(encodeInput(output, value)) }, value }
  } catch (error) {
    return { outcome: toCallRefusal(error) }
  }
}

/** As data, since it is kept and shown. What is no data has no result. */
function toJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null')
  } catch {
    return undefined
  }
}

function getTexts({ definition: { title, description } }: LivePageTool) {
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
