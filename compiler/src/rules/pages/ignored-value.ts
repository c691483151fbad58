import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { getClientGraph, listEveryComponent } from '#analyze/app-client-graph.ts'
import { readOnce } from '#analyze/modules/tree-cache.ts'
import { groupComponents } from '#analyze/pages/intents.ts'
import { readJsxPlaces } from '#analyze/pages/jsx-places.ts'
import { listComponentFiles } from '#analyze/shared-facts.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

interface IgnoredValueFact {
  readonly tag: 'select' | 'textarea'
  readonly span: SourceSpan
}

/** In HTML, the value of these elements is in their content. Only a script can set it as a property. */
export const ignoredValue = createRule({
  code: 'ignored-value',
  number: 1147,
  severity: 'warning',
  title: 'Browsers ignore this value',
  messages: {
    select:
      'HTML has no value of a <select>, so it shows its first option. Write the attribute "selected" on its option.',
    textarea: 'HTML has no value of a <textarea>, so it is empty. Write the text as its content, between its tags.',
  },
  collect: findIgnoredValues,
  check(facts, report) {
    for (const { tag, span } of facts) report(tag, { span, data: {} })
  },
})

/** Returns the values in pages and static components. In an island, the browser's code sets the property. */
function findIgnoredValues(app: AnalyzedApp): readonly IgnoredValueFact[] {
  const { imported } = getClientGraph(app)
  const byFile = groupComponents(listEveryComponent(app))
  return listComponentFiles(app).flatMap((file) => {
    const places = imported.has(file) ? undefined : readOnce(app.reader, file, readJsxPlaces)
    const own = byFile.get(file) ?? []
    // A local component beside an island may be a part of that island.
    const isStatic = (owner: string | undefined) => {
      const owned = own.find(({ name, exportName }) => name === owner || exportName === owner)
      return owned === undefined ? !own.some(({ island }) => island) : !owned.island
    }
    return (places?.values ?? [])
      .filter(({ owner }) => isStatic(owner))
      .map(({ tag, start, end }) => ({ tag, span: createSpan(file, places?.text ?? '', start, end) }))
  })
}
