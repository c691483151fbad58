/** An agent's call of a tool of this page, with the same order of checks as on the server. */

import { markPending } from '#contract/agent/proposal.ts'
import { type CallAnswer, checkPageCall, pageToolValidators, toCallRefusal } from '#contract/page/page-call.ts'
import { getRequiredScopes } from '#contract/required-scopes.ts'
import type { Validator } from '#contract/schema/validation.ts'
import { isPartOfRun } from '../approvals/announce-proposal.ts'
import type { Wait } from '../approvals/await-decision.ts'
import type { PageProposal } from '../approvals/waiting-call.ts'
import { isAlone, track } from '../calls/activity.ts'
import { type AgentRun, runWithOrigin } from '../calls/cause.ts'
import { rejectIfRefused } from '../calls/mark-document.ts'
import { isTaintedResponse } from '../calls/post-json.ts'
import { settled } from '../calls/settled.ts'
import { settlesInTime } from './agent-act.ts'
import { noteAgentRun } from './agent-runs.ts'
import { asAgent } from './as-agent.ts'
import type { LivePageTool } from './page-tools.ts'
import { encodeCallInput, encodeInput, inputToWire } from './wire-values.ts'

/**
 * Runs the tool with agent origin, or makes the call pending. `input` is plain JSON. Never rejects. The agent doesn't
 * wait for a user: once the tool only waits for an approval, the result is the pending call.
 */
export async function callPageTool(tool: LivePageTool, input: unknown): Promise<CallAnswer> {
  try {
    const { validators, checked } = await check(tool, input)
    if (!checked.ok) return checked
    if (checked.guard === 'confirm')
      return { ok: true, result: await park(tool, validators.input, input, checked.input) }
    const run: AgentRun = {}
    noteAgentRun()
    const result = asAgent(() => rejectIfRefused(async () => tool.run(checked.input, 'agent')), run)
    return {
      ok: true,
      result: await orPending(
        result.then((value) => encodeInput(validators.output, value)),
        run,
      ),
    }
  } catch (error) {
    return toCallRefusal(error)
  }
}

/**
 * Calls a component's own tool on behalf of an agent. A pending call returns once a user has decided, like the call
 * of a stub, because the code expects a result.
 *
 * @param run The agent's call around it.
 */
export async function callOwnTool(tool: LivePageTool, rawInput: unknown, run: AgentRun | undefined): Promise<unknown> {
  const input = await inputToWire(tool, rawInput)
  const { validators, checked } = await check(tool, input)
  const { openWait, toError } = await import('../approvals/await-decision.ts')
  if (!checked.ok) throw toError(checked)
  if (checked.guard !== 'confirm') return runWithOrigin('agent', () => tool.run(checked.input, 'agent'), run)
  const wait = openWait(run)
  await track(park(tool, validators.input, input, checked.input, wait))
  return wait.promise
}

async function check(tool: LivePageTool, input: unknown) {
  const { name, definition } = tool
  const validators = pageToolValidators(definition, await tool.contract?.load())
  // Only the server knows the user's scopes, and it lists no tool that the user lacks scopes for.
  const caller = { origin: 'agent', scopes: getRequiredScopes(definition), tainted: isTaintedResponse() } as const
  return { validators, checked: await checkPageCall(name, definition, input, { validator: validators.input, caller }) }
}

async function park(tool: LivePageTool, validator: Validator | undefined, given: unknown, input: unknown, wait?: Wait) {
  const { parkPageCall } = await import('../approvals/approvals.ts')
  return parkPageCall(tool, { wire: encodeCallInput(validator, given, input), input, ...(wait && { wait }) })
}

/** Returns the result, or the pending call once all other activity has ended. */
async function orPending(result: Promise<unknown>, run: AgentRun): Promise<unknown> {
  let onProposal: (event: Event) => void = () => {}
  const pending = new Promise<unknown>((resolve) => {
    onProposal = (event) => {
      const { id, tool, input, message, expiresAt, state } = (event as CustomEvent<PageProposal>).detail // dispatched by this runtime
      const isOurs = state === 'pending' ? isPartOfRun(id, run) : false
      if (isOurs === false) return
      // If several calls run and the owner is unknown, each call can return its own result until the page has
      // settled.
      const waited = isOurs || isAlone() ? settlesInTime(settled()) : settled()
      void waited.then(() => resolve(markPending({ status: 'proposal', id, tool, input, message, expiresAt })))
    }
  })
  document.addEventListener('fw:proposal', onProposal)
  try {
    return await Promise.race([result, pending])
  } finally {
    document.removeEventListener('fw:proposal', onProposal)
  }
}
