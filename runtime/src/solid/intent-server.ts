/** `intent()` on the server: recorded with the closure of this render, for manifests and in-process calls. */
import type { Origin } from '#contract/api.ts'
import { type Intent, type IntentDefinition, type IntentState, stateOf } from '#contract/intent.ts'
import type { CompiledContract } from '#contract/validation.ts'
import { solidShared } from './render-state.ts'

/**
 * Makes a tool of what a component can do: a handler calls the returned function, and an agent calls
 * `<Component>.<name>`. `component` and `contract` are written by the compiler.
 */
export function intent<Input = void, Output = unknown, const State extends IntentState = Record<never, never>>(
  name: string,
  definition: IntentDefinition<Input, Output, State>,
  component?: string,
  contract?: CompiledContract,
): Intent<Input, Output> {
  const island = solidShared.context?.fwIsland
  const run = async (input: Input, origin: Origin) => definition.run({ input, ctx: { origin } }, stateOf(definition))
  island?.intents.push({
    component: component ?? island.name,
    name,
    guard: definition.guard ?? 'auto',
    definition: definition as unknown as IntentDefinition, // input is unknown to whoever lists it
    contract,
    run: (input, origin) => run(input as Input, origin),
  })
  return Object.assign((input?: Input) => run(input as Input, 'human'), {
    pending: () => false,
    error: () => undefined,
  })
}
