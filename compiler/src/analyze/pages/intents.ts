/** Finds the calls of `intent()` in components. */
import { createSpan } from '#diagnostic/code-frame.ts'
import type { ComponentModel, SourceSpan } from '#model.ts'
import type { AppReader } from '../app-reader.ts'
import { readOnce } from '../modules/tree-cache.ts'
import { type JsxPlace, type JsxPlaces, readJsxPlaces } from './jsx-places.ts'

/** A call of `intent()` in a component. */
export interface IntentFact {
  readonly tool: string
  readonly component: string
  readonly intent: string
  readonly file: string
  readonly span: SourceSpan
  /** Span of the name, with its quotes. */
  readonly nameSpan: SourceSpan
  readonly described: boolean
}

/** Searches the files for the intents of their components. */
export function collectIntentCalls(
  reader: AppReader,
  files: readonly string[],
  components: readonly ComponentModel[],
): readonly IntentFact[] {
  const byFile = groupComponents(components)
  return files.flatMap((file) => {
    const places = readOnce(reader, file, readJsxPlaces)
    return places === undefined ? [] : collectIntents(file, places, byFile.get(file) ?? [])
  })
}

/** Groups components by their file. */
export function groupComponents(components: readonly ComponentModel[]): ReadonlyMap<string, readonly ComponentModel[]> {
  const byFile = new Map<string, ComponentModel[]>()
  for (const component of components) byFile.set(component.file, [...(byFile.get(component.file) ?? []), component])
  return byFile
}

function collectIntents(
  file: string,
  { text, intents }: JsxPlaces,
  components: readonly ComponentModel[],
): IntentFact[] {
  const span = ({ start, end }: JsxPlace) => createSpan(file, text, start, end)
  return components.flatMap((component) =>
    component.intents.flatMap((intent): IntentFact[] => {
      const call = intents.find(({ start }) => start === intent.span.start)
      if (call === undefined) return []
      return [
        {
          tool: intent.tool,
          component: getOwner(intent.tool),
          intent: intent.name,
          file,
          span: intent.span,
          nameSpan: span(call.name),
          described: call.described,
        },
      ]
    }),
  )
}

/**
 * Returns the component that the tool is named after. Its file may differ from the file of the component that renders
 * it.
 */
function getOwner(tool: string): string {
  return tool.slice(0, tool.lastIndexOf('.'))
}
