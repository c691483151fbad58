/** The files of intents whose `run` is separate (`compiler.splitIntents`). Doesn't import Solid, so that callers don't load it. */
import type { IntentDefinition, PageToolDefinition } from '#contract/page/intent.ts'

const loaders = new WeakMap<object, () => Promise<unknown>>()

/** Registers the function that loads the file of `run`. */
export function addRunFile(run: object, load: () => Promise<unknown>): void {
  loaders.set(run, load)
}

/** Loads the file of an intent's `run`, so that later calls begin at once. Does nothing for tools without such a file. */
export async function loadRunFile(definition: PageToolDefinition): Promise<void> {
  const { run } = definition as Partial<IntentDefinition> // only intents have one
  await (run && loaders.get(run)?.())
}
