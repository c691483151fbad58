import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { getClientGraph, listEveryComponent } from '#analyze/app-client-graph.ts'
import type { AppReader } from '#analyze/app-reader.ts'
import { listExportedValues } from '#analyze/modules/module-exports.ts'
import type { ResolveImport } from '#analyze/modules/resolve-import.ts'
import { readOnce } from '#analyze/modules/tree-cache.ts'
import { groupComponents } from '#analyze/pages/intents.ts'
import { type JsxPlaces, readJsxPlaces } from '#analyze/pages/jsx-places.ts'
import { type ImportedProp, type LostProp, lostExport } from '#analyze/pages/lost-props.ts'
import { listComponentFiles } from '#analyze/shared-facts.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { ComponentModel, SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

/** A value that a static component passes to an island, and that can't be serialized. */
interface IslandPropFact {
  readonly island: string
  readonly prop: string
  readonly kind: 'function' | 'instance' | 'symbol' | 'api' | 'markup'
  /** For `instance`: its class. */
  readonly type?: string
  readonly span: SourceSpan
}

/** The server writes an island's props into the page and the browser reads them, so they must be data or slots. */
export const islandProp = createRule({
  code: 'island-prop',
  number: 1066,
  severity: 'error',
  title: "Island prop can't be sent to the browser",
  messages: {
    function:
      'The prop "{prop}" of the island <{island}> is a function, which can\'t be sent to the browser. Define it inside the island, or make it an api or an intent that the island calls.',
    api: 'The prop "{prop}" of the island <{island}> is an api, and functions can\'t be sent to the browser. Import it in the island, where it is a stub that calls the server.',
    instance:
      'The prop "{prop}" of the island <{island}> is an instance of {type}, which can\'t be sent to the browser. Pass its plain data, and create the instance inside the island.',
    markup:
      'The prop "{prop}" of the island <{island}> is markup inside an object, which can\'t be sent to the browser. Pass it as a separate prop, or as children.',
    symbol:
      'The prop "{prop}" of the island <{island}> is a symbol, which can\'t be sent to the browser. Pass a string.',
  },
  collect: findIslandProps,
  check(facts, report) {
    for (const { kind, island, prop, type = '', span } of facts) report(kind, { span, data: { island, prop, type } })
  },
})

function findIslandProps(app: AnalyzedApp): readonly IslandPropFact[] {
  const { reader, resolveImport } = app
  const { imported } = getClientGraph(app)
  const byFile = groupComponents(listEveryComponent(app))
  return listComponentFiles(app).flatMap((file) => {
    const places = readOnce(reader, file, readJsxPlaces)
    // Components in imported browser files render inside an island, where props aren't serialized.
    if (places === undefined || imported.has(file)) return []
    return collectIslandProps(reader, file, places, { byFile, own: byFile.get(file) ?? [], resolveImport })
  })
}

interface Surroundings {
  readonly byFile: ReadonlyMap<string, readonly ComponentModel[]>
  readonly own: readonly ComponentModel[]
  readonly resolveImport: ResolveImport
}

function collectIslandProps(
  reader: AppReader,
  file: string,
  places: JsxPlaces,
  around: Surroundings,
): IslandPropFact[] {
  const { own, byFile, resolveImport } = around
  const hasIslands = own.some(({ island }) => island)
  return places.elements.flatMap(({ tag, owner, lost, imported }): IslandPropFact[] => {
    if (lost.length === 0 && imported.length === 0) return []
    const owned = own.find(({ name, exportName }) => name === owner || exportName === owner)
    // A local component beside an island may be a part of that island.
    if (owned?.island === true || (owned === undefined && hasIslands)) return []
    const island = islandNamed(tag, file)
    if (island === undefined) return []
    const all = [...lost, ...imported.flatMap((one) => lostImport(one))].sort((a, b) => a.start - b.start)
    return all.map(({ name: prop, kind, type, start, end }) => ({
      island: island.name,
      prop,
      kind,
      ...(type !== undefined && { type }),
      span: createSpan(file, places.text, start, end),
    }))
  })

  function lostImport({ specifier, exportName, ...prop }: ImportedProp): LostProp[] {
    const target = resolveImport(specifier, file)
    const values = target === undefined ? [] : listExportedValues(reader, target)
    const exported = values.find(({ name }) => name === exportName)
    const found = exported === undefined ? [] : lostExport(reader.ts, exported.value ?? exported.node)
    return found.map((lost) => ({ ...prop, ...lost, name: prop.name + lost.name }))
  }

  function islandNamed(tag: string, from: string): ComponentModel | undefined {
    const source = places.imports.find(({ names }) => names.has(tag))
    const exportName = source?.names.get(tag) ?? tag
    const target = source === undefined ? from : resolveImport(source.specifier, from)
    const there = byFile.get(target ?? '') ?? []
    // A component that is exported twice, also by default, is listed once.
    const found =
      there.find((item) => item.exportName === exportName) ??
      there.find(({ name }) => name === (source === undefined ? tag : exportName))
    return found?.island === true ? found : undefined
  }
}
