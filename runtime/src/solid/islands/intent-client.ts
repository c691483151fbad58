/** `intent()` in the browser: live while its component is mounted. */
import { createSignal, getOwner, onCleanup, untrack } from 'solid-js'
import type { Origin } from '#contract/api.ts'
import { getState, type Intent, type IntentDefinition, type IntentState } from '#contract/page/intent.ts'
import type { ContractSource } from '#contract/schema/validation.ts'
import { addLiveIntent, agentHooks, findIsland, type LiveIntent } from './live-intents.ts'
import { type HotMeta, reportCallFailure } from './report-failure.ts'

/**
 * Defines a tool of a component: event handlers call the returned function as the user, and agents call
 * `<Component>.<name>`. The compiler passes `component`, `contract`, `readProps` and `isPreviewable`. A user's call rejects with
 * an `FwError` if the input is invalid.
 */
export function intent<Input = void, Output = unknown, const State extends IntentState = Record<never, never>>(
  name: string,
  definition: IntentDefinition<Input, Output, State>,
  component?: string,
  contract?: ContractSource,
  readProps?: () => object,
  isPreviewable?: boolean,
): Intent<Input, Output> {
  const [pending, setPending] = createSignal(0)
  const [error, setError] = createSignal<unknown>()
  const run = async (take: () => unknown, origin: Origin): Promise<Output> => {
    setPending((count) => count + 1)
    let input: unknown
    const keep = agentHooks.keep?.()
    try {
      input = take()
      // Awaits only a promise, so that the effects of a click are visible synchronously.
      if (input instanceof Promise) input = await input
      const call = { input: input as Input, ctx: { origin } } // the input was validated
      const start = () => definition.run(call, getState(definition))
      const output = await (keep ? keep(start) : start())
      setError(undefined)
      return output
    } catch (thrown) {
      setError(() => thrown)
      if ((import.meta as HotMeta).hot)
        reportCallFailure(thrown, { tool, origin, definition: listed, input, instance: island?.id })
      throw thrown
    } finally {
      setPending((count) => count - 1)
    }
  }
  const island = findIsland(getOwner())
  const tool = `${component ?? island?.name}.${name}`
  const listed = definition as unknown as IntentDefinition // lists of tools have no input type
  const live: LiveIntent = {
    get instance() {
      return island?.id
    },
    definition: listed,
    contract,
    readProps,
    isPreviewable,
    isPending: () => untrack(pending) > 0,
    run: (input, origin) => run(() => input, origin),
  }
  if (island) onCleanup(addLiveIntent(tool, live))
  const take = (input: unknown): unknown =>
    contract?.take?.(input ?? {}) ??
    (contract || definition.input
      ? import('#contract/schema/take-input.ts').then(({ takeInput }) =>
          takeInput({ name: tool, definition: listed, contract }, input),
        )
      : input)
  const call = (input?: Input) =>
    // If the call is an agent's and becomes a proposal, this resolves with its result after a person has approved it.
    (agentHooks.intercept?.(tool, input, live) as Promise<Output> | undefined) ?? run(() => take(input), 'human')
  return Object.assign(call, { pending: () => pending() > 0, error })
}
