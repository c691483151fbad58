/** `intent()` in the browser: live while its component is mounted. */
import { createSignal, getOwner, onCleanup } from 'solid-js'
import type { Intent, IntentDefinition } from '#contract/intent.ts'
import { addLiveIntent, islandOf } from './live-intents.ts'

/**
 * Makes a tool of what a component can do: a handler calls the returned function as a person, and an agent calls
 * `<Component>.<name>`. `component` is written by the compiler.
 */
export function intent<Input = void, Output = unknown>(
  name: string,
  definition: IntentDefinition<Input, Output>,
  component?: string,
): Intent<Input, Output> {
  const [pending, setPending] = createSignal(0)
  const [error, setError] = createSignal<unknown>()
  const run = async (input: Input, origin: 'human' | 'agent'): Promise<Output> => {
    setPending((count) => count + 1)
    try {
      const output = await definition.run({ input, ctx: { origin } })
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
        definition: definition as IntentDefinition, // input is unknown to whoever lists it
        run: (input) => run(input as Input, 'agent'),
      }),
    )
  return Object.assign((input?: Input) => run(input as Input, 'human'), { pending: () => pending() > 0, error })
}
