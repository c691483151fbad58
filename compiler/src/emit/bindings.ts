/** The bindings of components as a file (`compiler.bindingMaps`): for tools, and for whoever asks what an element shows. */
import type { ComponentBindings, ComponentModel } from '../model.ts'

/** Components with bindings, by id: `.fw/bindings.json`, and what dev serves. */
export function bindingsById(components: readonly ComponentModel[]): Readonly<Record<string, ComponentBindings>> {
  const entries = components.flatMap((component) => {
    const { id, name, file, island, description, shows, does, bindings = [] } = component
    if (bindings.length === 0) return []
    return [[id, { name, file, island, ...(description && { description }), shows, does, bindings }] as const]
  })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
