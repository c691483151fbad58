/** The implementation of `window.fw`, loaded when an agent first uses it, or when the browser offers tools of pages. */

import { isParked, type ParkedResult } from '#contract/agent/proposal.ts'
import { API_PREFIX } from '#contract/http/path.ts'
import { TOOL_PREFIX } from '#contract/name.ts'
import { findModelContext } from '#contract/page/model-context.ts'
import { type CallAnswer, refuseCall, toCallRefusal } from '#contract/page/page-call.ts'
import { agentHooks, type LiveIntent } from '#solid/islands/live-intents.ts'
import { track } from '../calls/activity.ts'
import type { AgentMark } from '../calls/agent-document.ts'
import { withCause } from '../calls/carry-cause.ts'
import { type AgentRun, currentOrigin } from '../calls/cause.ts'
import { rejectIfRefused, setWritingCheck, takeAgentMark } from '../calls/mark-document.ts'
import { followPageCause, noteAgentEntry, startForAgent } from '../calls/page-cause.ts'
import { noteTaint, postJson } from '../calls/post-json.ts'
import { settled } from '../calls/settled.ts'
import { actAsAgent } from './agent-act.ts'
import { catchAgentForms } from './agent-forms.ts'
import { watchPickers } from './agent-pickers.ts'
import { noteAgentRun } from './agent-runs.ts'
import { carryAppTools } from './app-tools.ts'
import { asAgent } from './as-agent.ts'
import { beginAct, watchGestures } from './begin-act.ts'
import { callOwnTool, callPageTool } from './call-page-tool.ts'
import { listTools } from './list-tools.ts'
import type { WindowFw } from './page-api.ts'
import { watchPageListeners } from './page-listeners.ts'
import { findTool } from './page-tools.ts'
import { parseUrl, refuseAddress } from './refuse-element.ts'
import { watchPasswords } from './secret-fields.ts'
import { stayInDocument } from './stay-in-document.ts'
import { type Wake, wakeTool } from './wake-tool.ts'
import { hasWriter, watchFocus } from './watch-focus.ts'
import type { ModelContext } from './web-mcp.ts'

const UI_PREFIX = 'ui_'

let opened: PageAgent | undefined

export type PageAgent = Omit<WindowFw, 'stores'>

/** The methods of `window.fw`. */
export function pageAgent(wake: Wake): PageAgent {
  opened ??= open((island) => startForAgent(() => wake(island)))
  return opened
}

function open(wake: Wake): PageAgent {
  agentHooks.intercept = interceptForAgent
  agentHooks.changed = toolsChanged
  agentHooks.goOn = (act) => void actAsAgent(act)
  agentHooks.keep = keepCause
  watchGestures()
  followPageCause()
  catchAgentForms()
  stayInDocument()
  watchPasswords()
  const mark = takeAgentMark()
  watchFocus(mark)
  setWritingCheck(hasWriter)
  watchPickers()
  watchPageListeners()
  if (mark) continueAgent(mark)
  const context = findModelContext() as ModelContext | undefined
  if (context) {
    const own = carryAppTools(context)
    void import('./web-mcp.ts').then((mcp) => mcp.offerTools(own))
  }
  return {
    async call(name, input, { instance } = {}) {
      // Outside the handler of the current event, which may have human origin.
      if (globalThis.event) await new Promise((resolve) => setTimeout(resolve))
      if (name.startsWith(TOOL_PREFIX)) return callApi(name, input)
      if (name.startsWith(UI_PREFIX)) return (await import('./call-ui-tool.ts')).callUiTool(name, input, wake)
      // Work that an island does when it starts for an agent has agent origin.
      beginAct()
      const tool = await wakeTool(name, instance, wake)
      if (tool) return callPageTool(tool, input)
      return refuseCall('unknown_tool', `This page has no tool ${name}${instance ? ` in ${instance}` : ''}.`)
    },
    tools: async () => [...(await listTools()), ...(await import('#contract/agent/ui-tools.ts')).listUiTools()],
    settled,
    on,
    async navigate(url) {
      const refused = refuseAddress(url)
      if (refused !== undefined) {
        const { toError } = await import('../approvals/await-decision.ts')
        throw toError(refuseCall('forbidden', refused))
      }
      const { navigate } = await import('../navigation/navigate.ts')
      noteAgentRun()
      // The address that was checked, also with a <base> element.
      await asAgent(() => rejectIfRefused(() => navigate(parseUrl(url)?.href ?? url)))
    },
  }
}

/** Continues the acts of an agent that loaded this document. */
function continueAgent([, tainted]: AgentMark): void {
  beginAct()
  noteAgentEntry()
  if (tainted) noteTaint()
}

/** Human origin ends when an agent acts, as with all later work of a user. */
function keepCause(): <Result>(run: () => Result) => Result {
  return withCause(<Result>(run: () => Result) => run())
}

/** Calls an api over HTTP with agent origin, and returns the server's response. */
async function callApi(name: string, input: unknown = {}): Promise<CallAnswer> {
  try {
    // A name such as "api.../../pay" must not lead to another path.
    const url = API_PREFIX + encodeURIComponent(name.slice(TOOL_PREFIX.length))
    const { answer } = await asAgent(() => postJson(url, JSON.stringify(input)))
    if (answer.ok === true && isParked(answer.result, name)) await showParked(answer.result)
    return answer as CallAnswer // the envelope
  } catch (error) {
    return toCallRefusal(error)
  }
}

/**
 * Shows a pending call. The agent gets its result even if the panel can't be shown, because the server has its own
 * page for approvals.
 */
async function showParked(parked: ParkedResult): Promise<void> {
  try {
    const { showServerProposal } = await track(import('../approvals/server-proposals.ts'))
    await showServerProposal(parked)
  } catch (error) {
    console.error('[fw] The approval panel could not be loaded.', error)
  }
}

/**
 * Intercepts a component's call of its own tool on behalf of an agent: inside an agent's intent, or in a handler of
 * an agent's click. The tool's guard applies then.
 */
function interceptForAgent(name: string, input: unknown, live?: LiveIntent): Promise<unknown> | undefined {
  if (currentOrigin() !== 'agent') return undefined
  // The intent itself: its island may have other copies, and its component may have been removed.
  const tool = live ? { ...live, name } : findTool(name, undefined)
  const run: AgentRun = {}
  return tool && asAgent(() => callOwnTool(tool, input, run), run)
}

let announcing = false

/** Dispatches one event for all tools that change together. */
function toolsChanged(): void {
  if (announcing) return
  announcing = true
  queueMicrotask(() => {
    announcing = false
    document.dispatchEvent(new CustomEvent('fw:tools'))
  })
}

const on: WindowFw['on'] = async (type, listener) => {
  const hear = (event: Event) => listener((event as CustomEvent<unknown>).detail) // dispatched by this runtime
  document.addEventListener(`fw:${type}`, hear)
  if (type === 'tools') (await import('#solid/islands/watch-ready.ts')).watchReady(toolsChanged)
  return () => document.removeEventListener(`fw:${type}`, hear)
}
