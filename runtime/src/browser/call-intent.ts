/** An agent's call of an intent: wakes its island, then the order of checks that the server has. */
import { type CallAnswer, checkPageCall, failedCall, pageToolValidators, refuseCall } from '#contract/page-call.ts'
import { type LiveIntent, liveIntents } from '#solid/live-intents.ts'
import { readIslandMap } from './island-map.ts'
import { asAgent } from './origin.ts'
import { COLD } from './start-island.ts'

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
    return refuseCall('unknown_tool', `There is no ${tool}${instance ? ` in ${instance}` : ''} on this page.`)
  const { definition } = live
  try {
    const { input: validator } = pageToolValidators(definition, await live.contract?.load())
    // The scopes of the person are the server's to know: it lists no tool that they lack.
    const caller = { origin: 'agent', scopes: definition.scopes } as const
    const checked = await checkPageCall(tool, definition, input, { validator, caller })
    if (!checked.ok) return checked
    if (checked.guard === 'confirm')
      return refuseCall('unavailable', `${tool} needs a person's approval, which this page cannot ask for.`)
    return { ok: true, result: await asAgent(() => live.run(checked.input)) }
  } catch (error) {
    return failedCall(error)
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
