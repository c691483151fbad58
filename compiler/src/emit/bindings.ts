/** The bindings of components as a file (`compiler.bindingMaps`), for tools that show what an element displays. */
import type { ComponentBindings, ComponentModel } from '../model.ts'

/** Returns components with bindings, by id, for `.fw/bindings.json` and the dev server. */
export function bindingsById(components: readonly ComponentModel[]): Readonly<Record<string, ComponentBindings>> {
  const entries = components.flatMap((component) => {
    const { id, name, file, island, description, shows, does, withoutPreview, bindings = [] } = component
    if (bindings.length === 0) return []
    return [
      [
        id,
        {
          name,
          file,
          island,
          ...(description && { description }),
          shows,
          does,
          ...(withoutPreview && { withoutPreview }),
          bindings,
        },
      ] as const,
    ]
  })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}
