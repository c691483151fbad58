/** Describes proposals to the people who decide about them, by the app's own descriptions of its tools. */
import { contractsReady } from '#api/collect.ts'
import { type ApiRecord, getContract } from '#api/record.ts'
import { withoutCaller } from '#api/without-caller.ts'
import type { PendingApproval, Proposal } from '#contract/agent/proposal.ts'
import type { Reader } from '#contract/approval/format-scalar.ts'
import { cutTitle, describeCall, type ToolDescription } from '#contract/approval/shown-call.ts'
import { writeCall } from '#contract/approval/write-call.ts'
import { writeQuestions } from '#contract/approval/write-question.ts'
import { createApprovalUrl } from '#contract/http/path.ts'
import type { FwRequest } from '#contract/http/request.ts'
import type { App } from './app/app.ts'

/** Returns the description of a proposal's tool; `undefined` if neither the app nor a server of its agent has it. */
export async function describeTool(app: App, proposal: Proposal): Promise<ToolDescription | undefined> {
  await contractsReady(app.tools)
  const tool = app.tools.find(({ name }) => name === proposal.tool)
  if (tool === undefined) return app.agents.mount?.remoteCalls?.describe(proposal.tool, getRemoteDeps(app))
  const { description, input, output, effect, readonly } = tool
  const title = tool.title ?? (await callTitle(app, app.records.get(tool.name), proposal.input))
  return {
    ...(title !== undefined && { title }),
    description,
    input,
    ...(output !== undefined && { output }),
    ...(effect !== undefined && { effect }),
    ...(readonly !== undefined && { readonly }),
  }
}

/** Returns the title of a call of one of the app's tools, as people read it; `undefined` if it has none. */
export async function getCallTitle(app: App, name: string, input: unknown): Promise<string | undefined> {
  const title =
    app.tools.find((tool) => tool.name === name)?.title ?? (await callTitle(app, app.records.get(name), input))
  return title === undefined ? undefined : cutTitle(title) || undefined
}

/** Calls the app's function `title` with the input of a call. A failure costs only the title. */
async function callTitle(app: App, record: ApiRecord | undefined, input: unknown): Promise<string | undefined> {
  const { title } = record?.definition ?? {}
  if (record === undefined || typeof title !== 'function' || input === undefined) return undefined
  try {
    const checked = await (await getContract(record)).input.parse(structuredClone(input))
    if (checked.issues !== undefined) return undefined
    const written: unknown = withoutCaller(app.host, () => title(checked.value))
    if (typeof written === 'string') return written
    throw new TypeError(`title returned ${typeof written}. Return a string.`)
  } catch (err) {
    app.log.error(`title of ${record.name} failed. The name of the tool is shown.`, { err })
    return undefined
  }
}

/**
 * Returns what people read about a pending call in places without a layout of their own; `undefined` if it isn't pending.
 * Never rejects: the call is pending even if it can't be described now.
 */
export async function writeApproval(app: App, id: string): Promise<PendingApproval | undefined> {
  const approveAt = createApprovalUrl(id, app.info.siteUrl)
  try {
    return await describePending(app, id, approveAt)
  } catch (err) {
    app.log.error(`The proposal ${id} could not be described.`, { proposal: id, err })
    return { id, text: `Approve or reject the call: ${approveAt}`, approveAt }
  }
}

async function describePending(app: App, id: string, approveAt: string): Promise<PendingApproval | undefined> {
  const proposal = await app.data.proposals.find(id, () => true)
  if (proposal?.state !== 'pending') return undefined
  const reader: Reader = { locale: app.info.lang, timeZone: 'UTC' }
  const shown = describeCall(proposal, await describeTool(app, proposal), reader)
  const { tool, question } = proposal
  const text =
    question === undefined ? writeCall(shown, reader, approveAt) : writeQuestions(shown, question, reader, approveAt)
  return { id, tool, text, approveAt }
}

/** Returns the title of a pending call as people read it; `undefined` if it has none. */
export async function findTitle(app: App, id: string): Promise<string | undefined> {
  const proposal = await app.data.proposals.find(id, () => true)
  if (proposal?.state !== 'pending') return undefined
  return describeCall(proposal, await describeTool(app, proposal), { locale: app.info.lang, timeZone: 'UTC' }).title
}

/**
 * Returns the reader of a page: the browser's first language, or the app's. Times are in UTC, because a page without a
 * script doesn't know the time zone.
 */
export function getReader({ info }: App, request: FwRequest): Reader {
  const [first] = (request.header('accept-language') ?? '').split(/[,;]/)
  return { locale: first?.trim() || info.lang, timeZone: 'UTC' }
}

/** Returns what the connections to other servers need for calls and lists outside of a turn. */
export function getRemoteDeps({ data, log, agents }: App) {
  return {
    data: data.store,
    warn: (message: string, err?: unknown) => log.warn(message, err === undefined ? {} : { err }),
    ...(agents.signer !== undefined && { sign: agents.signer.sign }),
  }
}
