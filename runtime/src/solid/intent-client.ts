/** `intent()` in the browser: live while its component is mounted. */
import { createSignal, getOwner, onCleanup } from 'solid-js'
import type { Origin } from '#contract/api.ts'
import { type Intent, type IntentDefinition, type IntentState, stateOf } from '#contract/intent.ts'
import type { CompiledContract } from '#contract/validation.ts'
import { addLiveIntent, islandOf } from './live-intents.ts'

/**
 * Makes a tool of what a component can do: a handler calls the returned function as a person, and an agent calls
 * `<Component>.<name>`. `component` and `contract` are written by the compiler.
 */
export function intent<Input = void, Output = unknown, const State extends IntentState = Record<never, never>>(
  name: string,
  definition: IntentDefinition<Input, Output, State>,
  component?: string,
  contract?: CompiledContract,
): Intent<Input, Output> {
  const [pending, setPending] = createSignal(0)
  const [error, setError] = createSignal<unknown>()
  const run = async (input: Input, origin: Origin, state = stateOf(definition)): Promise<Output> => {
    setPending((count) => count + 1)
    try {
      const output = await definition.run({ input, ctx: { origin } }, state)
      setError(undefined)
      return output
    } catch (thrown) {
      setError(() => thrown)
      throw thrown
    } finally {
      setPending((count) => count - 1)
    }
  }
  const island = islandOf(getOwner())
  if (island)
    onCleanup(
      addLiveIntent(`${component ?? island.name}.${name}`, {
        instance: island.id,
        definition: definition as unknown as IntentDefinition, // input is unknown to whoever lists it
        contract,
        run: (input, state) => run(input as Input, 'agent', state as State | undefined),
      }),
    )
  return Object.assign((input?: Input) => run(input as Input, 'human'), { pending: () => pending() > 0, error })
}
