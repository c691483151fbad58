/**
 * Pending calls of this page's own tools. They exist only as long as the page. Only the panel can resolve them, by
 * trusted events of a user; the function that resolves a call is passed to the panel only.
 */

import { escapeHidden } from '#contract/agent/hidden-text.ts'
import { markPending, type ParkedResult, type ProposalOutcome, type ProposalState } from '#contract/agent/proposal.ts'
import { cutTitle, type ToolDescription } from '#contract/approval/shown-call.ts'
import {
  checkPageCall,
  pageToolEntry,
  pageToolValidators,
  refuseCall,
  toCallRefusal,
} from '#contract/page/page-call.ts'
import { getRequiredScopes } from '#contract/required-scopes.ts'
import { canonicalJson } from '#contract/schema/canonical-json.ts'
import { loadRunFile } from '#solid/islands/run-files.ts'
import { isMounted, type LivePageTool, readIslandProps } from '../agent/page-tools.ts'
import { encodeInput } from '../agent/wire-values.ts'
import { track } from '../calls/activity.ts'
import { runWithOrigin } from '../calls/cause.ts'
import { announce } from './announce-proposal.ts'
import { showExpired, showWaiting } from './approval-panel.ts'
import { notApproved, type Wait } from './await-decision.ts'
import { readCallContext } from './call-context.ts'
import type { PageProposal } from './waiting-call.ts'

const LIFETIME_MS = 10 * 60_000
const MAX_PENDING = 100
const ID_BYTES = 24
const MESSAGE_MAX = 500

const NOT_PENDING: ProposalOutcome = refuseCall('unknown_proposal', 'This call is no longer pending.')

/** Pending calls of the page, oldest first. */
const pending = new Map<string, { end(state: ProposalState): void }>()

/**
 * Stores the call of a tool of this page, shows it with its preview, and returns the agent's result.
 *
 * @param wire The input as JSON.
 * @param input The input for `run`.
 * @param wait The code that made the call and waits for it.
 */
export async function parkPageCall(
  tool: LivePageTool,
  { wire, input, wait }: { readonly wire: unknown; readonly input: unknown; readonly wait?: Wait },
): Promise<ParkedResult> {
  const context = await readCallContext(tool, input)
  const about = await describeTool(tool, input)
  const title = cutTitle(about.title ?? '')
  let record: PageProposal = { ...(await createRecord(tool.name, wire)), ...(title !== '' && { title }) }
  const props = readIslandProps(tool)
  // Code that waits may have removed its own component, such as a dialog that it closes.
  const isThere = () => (wait !== undefined || isMounted(tool)) && readIslandProps(tool) === props
  const timer = setTimeout(() => end('expired'), record.expiresAt - Date.now())
  const close = () => {
    clearTimeout(timer)
    context.close()
    return pending.delete(record.id)
  }
  const end = (state: ProposalState, result?: ProposalOutcome) => {
    if (close() && state === 'expired') showExpired(record.id)
    if (state === 'rejected' || state === 'expired') wait?.failed(notApproved(state))
    record = { ...record, state, ...(result && { result }) }
    announce(record)
  }
  pending.set(record.id, { end })
  for (const [, oldest] of pending) if (pending.size > MAX_PENDING) oldest.end('expired')
  announce(record, wait?.run)
  showWaiting({
    proposal: record,
    about,
    ...context.shown,
    drop: () => end('expired'),
    async settle(decision) {
      if (Date.now() >= record.expiresAt) end('expired')
      if (!pending.has(record.id)) return NOT_PENDING
      if (decision === 'reject') {
        end('rejected')
        return { ok: true }
      }
      const run = await prepareRun(tool, record.input)
      const preview = isThere() ? await context.previewAgain() : undefined
      // From here on, no other code runs before the call.
      const { changed, unreadable } = isThere() ? context.compare(preview) : {}
      if (changed) return { changed }
      // It may have expired in the meantime. Not pending while it runs, so that it runs at most once, even if it throws.
      if (!close()) return NOT_PENDING
      const refusal = isThere() ? toUnreadable(unreadable) : toUnknown(tool)
      const running: Promise<ApprovedResult> | ApprovedResult = refusal ? { outcome: refusal } : track(run())
      // Listeners may change what the call reads, so they are notified once it has begun.
      end('executed')
      const { outcome, value } = await running
      if (outcome.ok) wait?.approved(value)
      else wait?.failed(outcome)
      end('executed', outcome)
      return outcome
    },
  })
  const { id, message, expiresAt } = record
  // A copy, so that its receiver can't change the stored input.
  const shown = structuredClone(record.input)
  return markPending({ status: 'proposal', id, tool: tool.name, input: shown, message, expiresAt })
}

function toUnknown({ name }: LivePageTool): ProposalOutcome {
  return refuseCall('unknown_tool', `${name} is no longer on this page.`)
}

function toUnreadable(message: string | undefined): ProposalOutcome | undefined {
  if (message === undefined) return undefined
  return refuseCall('unavailable', `It did not run, because the state of its component can't be read: ${message}`)
}

/** The outcome of an approved call: as it is stored and shown, and as the calling code receives it. */
interface ApprovedResult {
  readonly outcome: ProposalOutcome
  readonly value?: unknown
}

/**
 * Validates the approved call again as a user's call, and returns the function that runs it at once. Calls inside it have
 * agent origin, because the user has approved only this one.
 */
async function prepareRun(tool: LivePageTool, wire: unknown): Promise<() => Promise<ApprovedResult>> {
  try {
    const { input: validator, output } = pageToolValidators(tool.definition, await tool.contract?.load())
    await loadRunFile(tool.definition)
    const caller = { origin: 'human', scopes: getRequiredScopes(tool.definition) } as const
    const checked = await checkPageCall(tool.name, tool.definition, wire, { validator, caller })
    if (!checked.ok) return async () => ({ outcome: checked })
    return async () => {
      try {
        const value = await runWithOrigin('agent', () => tool.run(checked.input, 'human'))
        return { outcome: { ok: true, result: toJson(encodeInput(output, value)) }, value }
      } catch (error) {
        return { outcome: toCallRefusal(error) }
      }
    }
  } catch (error) {
    return async () => ({ outcome: toCallRefusal(error) })
  }
}

/** Converts a value to JSON, because it is stored and shown. A value that can't be JSON has no result. */
function toJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null')
  } catch {
    return undefined
  }
}

/** Describes the tool to the user. The title of a function is that of this input; a failure costs only the title. */
async function describeTool({ name, definition, contract }: LivePageTool, input: unknown): Promise<ToolDescription> {
  const entry = pageToolEntry(name, definition, await contract?.load())
  if (typeof definition.title !== 'function') return entry
  try {
    const title: unknown = definition.title(input)
    if (typeof title !== 'string') throw new TypeError(`title returned ${typeof title}. Return a string.`)
    return { ...entry, title }
  } catch (error) {
    console.error(`title of ${name} failed.`, error)
    return entry
  }
}

async function createRecord(tool: string, wire: unknown): Promise<PageProposal> {
  // Converted to JSON once, so that the shown and the executed input are the same plain data.
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
