/** `intent()` on the server: recorded with the closure of this render, for manifests and in-process calls. */
import type { Intent, IntentDefinition } from '#contract/intent.ts'
import { solidShared } from './render-state.ts'

/**
 * Makes a tool of what a component can do: a handler calls the returned function, and an agent calls
 * `<Component>.<name>`. `component` is written by the compiler.
 */
export function intent<Input = void, Output = unknown>(
  name: string,
  definition: IntentDefinition<Input, Output>,
  component?: string,
): Intent<Input, Output> {
  const island = solidShared.context?.fwIsland
  const run = async (input: Input, origin: 'human' | 'agent') => definition.run({ input, ctx: { origin } })
  island?.intents.push({
    component: component ?? island.name,
    name,
    guard: definition.guard ?? 'auto',
    definition: definition as IntentDefinition, // input is unknown to whoever lists it
    run: (input, origin) => run(input as Input, origin),
  })
  return Object.assign((input?: Input) => run(input as Input, 'human'), {
    pending: () => false,
    error: () => undefined,
  })
}
