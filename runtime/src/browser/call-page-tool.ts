/** An agent's call of a tool of this page: the order of checks that the server has. */
import { type CallAnswer, checkPageCall, pageToolValidators, toCallRefusal } from '#contract/page-call.ts'
import { markPending } from '#contract/proposal.ts'
import type { Validator } from '#contract/validation.ts'
import { isAlone, track } from './activity.ts'
import { inAnswerTime } from './agent-act.ts'
import { isPart } from './announce-proposal.ts'
import { asAgent } from './as-agent.ts'
import type { Wait } from './await-decision.ts'
import { type AgentRun, asNow } from './cause.ts'
import type { LivePageTool } from './page-tools.ts'
import { isTaintedResponse } from './post-json.ts'
import { settled } from './settled.ts'
import type { PageProposal } from './waiting-call.ts'
import { encodeCallInput, encodeInput, inputToWire } from './wire-values.ts'

/**
 * Runs the tool with agent origin, or parks it. `input` is plain JSON. Never rejects. An agent is not kept waiting for a
 * person: once the tool does nothing but wait for one, the answer is the call that was parked.
 */
export async function callPageTool(tool: LivePageTool, input: unknown): Promise<CallAnswer> {
  try {
    const { validators, checked } = await check(tool, input)
    if (!checked.ok) return checked
    if (checked.guard === 'confirm')
      return { ok: true, result: await park(tool, validators.input, input, checked.input) }
    const run: AgentRun = {}
    const result = asAgent(() => tool.run(checked.input, 'agent'), run)
    return {
      ok: true,
      result: await orParked(
        result.then((value) => encodeInput(validators.output, value)),
        run,
      ),
    }
  } catch (error) {
    return toCallRefusal(error)
  }
}

/**
 * A component calls its own tool on behalf of an agent. What is parked answers once a person has decided, as an api does
 * that a stub calls: the code was promised a result. `run`: the agent's call around it.
 */
export async function callOwnTool(tool: LivePageTool, given: unknown, run: AgentRun | undefined): Promise<unknown> {
  const input = await inputToWire(tool, given)
  const { validators, checked } = await check(tool, input)
  const { openWait, toError } = await import('./await-decision.ts')
  if (!checked.ok) throw toError(checked)
  if (checked.guard !== 'confirm') return asNow('agent', () => tool.run(checked.input, 'agent'), run)
  const wait = openWait(run)
  await track(park(tool, validators.input, input, checked.input, wait))
  return wait.promise
}

async function check(tool: LivePageTool, input: unknown) {
  const { name, definition } = tool
  const validators = pageToolValidators(definition, await tool.contract?.load())
  // The scopes of the person are the server's to know: it lists no tool that they lack.
  const caller = { origin: 'agent', scopes: definition.scopes, tainted: isTaintedResponse() } as const
  return { validators, checked: await checkPageCall(name, definition, input, { validator: validators.input, caller }) }
}

async function park(tool: LivePageTool, validator: Validator | undefined, given: unknown, input: unknown, wait?: Wait) {
  const { parkPageCall } = await import('./approvals.ts')
  return parkPageCall(tool, { wire: encodeCallInput(validator, given, input), input, ...(wait && { wait }) })
}

/** What it answers, or what it has parked once nothing goes on but the wait for a person. */
async function orParked(result: Promise<unknown>, run: AgentRun): Promise<unknown> {
  let hear: (event: Event) => void = () => {}
  const parked = new Promise<unknown>((resolve) => {
    hear = (event) => {
      const { id, tool, input, message, expiresAt, state } = (event as CustomEvent<PageProposal>).detail // ours
      const isOurs = state === 'pending' ? isPart(id, run) : false
      if (isOurs === false) return
      // Where several calls run and nobody knows whose it is, each has until all is quiet to answer itself.
      const quiet = isOurs || isAlone() ? inAnswerTime(settled()) : settled()
      void quiet.then(() => resolve(markPending({ status: 'proposal', id, tool, input, message, expiresAt })))
    }
  })
  document.addEventListener('fw:proposal', hear)
  try {
    return await Promise.race([result, parked])
  } finally {
    document.removeEventListener('fw:proposal', hear)
  }
}
