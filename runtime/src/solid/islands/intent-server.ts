/** `intent()` on the server: records the intent with the closure of this render, for manifests and in-process calls. */

import type { Origin } from '#contract/api.ts'
import { toGuard } from '#contract/known-guard.ts'
import { getState, type Intent, type IntentDefinition, type IntentState } from '#contract/page/intent.ts'
import { takeInput } from '#contract/schema/take-input.ts'
import type { ContractSource } from '#contract/schema/validation.ts'
import { solidShared } from '../render/render-state.ts'
import { ownCalls } from './own-calls.ts'
import { checkIntent } from './page-tool-options.ts'

/**
 * Defines a tool of a component: event handlers call the returned function, and agents call `<Component>.<name>`. The
 * compiler passes `component` and `contract`.
 */
export function intent<Input = void, Output = unknown, const State extends IntentState = Record<never, never>>(
  name: string,
  definition: IntentDefinition<Input, Output, State>,
  component?: string,
  contract?: ContractSource,
): Intent<Input, Output> {
  checkIntent(name, definition)
  const island = solidShared.context?.fwIsland
  const listed = definition as unknown as IntentDefinition // lists of tools have no input type
  const run = async (input: unknown, origin: Origin) =>
    definition.run({ input: input as Input, ctx: { origin } }, getState(definition)) // the input was validated
  island?.intents.push({
    component: component ?? island.name,
    name,
    guard: toGuard(definition.guard),
    definition: listed,
    contract,
    run,
  })
  const tool = { name: `${component ?? island?.name}.${name}`, definition: listed, contract, run }
  const call = async (input?: Input) => {
    const asAgent = ownCalls.intercept?.(tool, input)
    return asAgent === undefined ? run(await takeInput(tool, input), 'human') : (asAgent as Promise<Output>) // the call of this intent
  }
  return Object.assign(call, {
    pending: () => false,
    error: () => undefined,
  })
}
