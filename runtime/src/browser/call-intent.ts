/** An agent's call of an intent: wakes its island, then the order of checks that the server has. */
import type { ErrorCode } from '#contract/error.ts'
import { toValidator } from '#contract/standard.ts'
import type { Issue } from '#contract/validation.ts'
import { type LiveIntent, liveIntents } from '#solid/live-intents.ts'
import { readIslandMap } from './island-map.ts'
import { asAgent } from './origin.ts'
import { COLD } from './start-island.ts'

/** The answer of `window.fw.call`: the dispatch envelope. */
export type CallAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: string; readonly code: ErrorCode; readonly issues?: readonly Issue[] }

/**
 * Runs the intent with agent origin. `forbidden` is refused, and so is `confirm` as long as there is nobody to ask.
 * Never rejects.
 */
export async function callIntent(
  tool: string,
  input: unknown,
  instance: string | undefined,
  wake: (island: Element) => Promise<void>,
): Promise<CallAnswer> {
  const live = find(tool, instance) ?? (await wakeAndFind(tool, instance, wake))
  if (live === undefined)
    return refuse('unknown_tool', `There is no ${tool}${instance ? ` in ${instance}` : ''} on this page.`)
  const { guard = 'auto', input: schema } = live.definition
  if (guard === 'forbidden') return refuse('forbidden', `Agents may not call ${tool}.`)
  const checked = schema && (await toValidator(schema, 'input').parse(input ?? {}))
  if (checked?.issues)
    return refuse('invalid_input', 'The input does not match the schema of the tool.', checked.issues)
  if (guard === 'confirm')
    return refuse('unavailable', `${tool} needs a person's approval, which this page cannot ask for.`)
  try {
    return { ok: true, result: await asAgent(() => live.run(checked ? checked.value : input)) }
  } catch (error) {
    return envelopeOf(error)
  }
}

function find(tool: string, instance: string | undefined): LiveIntent | undefined {
  return liveIntents.get(tool)?.find((live) => instance === undefined || live.instance === instance)
}

/** First the islands that are called so, then all: the component may be inside another island. */
async function wakeAndFind(tool: string, instance: string | undefined, wake: (island: Element) => Promise<void>) {
  const { n: names } = readIslandMap()
  const component = tool.slice(0, tool.lastIndexOf('.'))
  const wakeAll = (wanted: (island: Element) => boolean) =>
    Promise.all([...document.querySelectorAll(COLD)].filter(wanted).map(wake))
  await wakeAll((island) => names[island.getAttribute('c') ?? ''] === component)
  const named = find(tool, instance)
  if (named) return named
  await wakeAll(() => true)
  return find(tool, instance)
}

function refuse(code: ErrorCode, error: string, issues?: readonly Issue[]): CallAnswer {
  return { ok: false, error, code, ...(issues && { issues }) }
}

function envelopeOf(error: unknown): CallAnswer {
  if (!(error instanceof Error)) return refuse('internal', `Error: ${String(error)}`)
  // Errors of stubs and `FwError` say their code; anything else is the component's own failure.
  if ('code' in error && typeof error.code === 'string' && 'status' in error) {
    const issues = 'issues' in error ? (error.issues as readonly Issue[] | undefined) : undefined
    return refuse(error.code as ErrorCode, error.message, issues)
  }
  return refuse('internal', `Error: ${error.message}`)
}
