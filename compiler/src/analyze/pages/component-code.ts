/** Checks the code of components and pages against the place where it runs: in a browser, on the server, or both. */

import { createSpan } from '#diagnostic/code-frame.ts'
import type { AppFacts, IntentFact, IslandPropFact, PageCodeFact, StaticFact } from '#diagnostic/facts.ts'
import { replacement } from '#diagnostic/fix.ts'
import type { ComponentModel, IntentModel, SourceSpan } from '#model.ts'
import type { AppReader } from '../app-reader.ts'
import { legalName } from '../fixes/legal-name.ts'
import { analyzeClientGraph } from '../modules/client-graph.ts'
import { listExportedValues } from '../modules/module-exports.ts'
import type { ResolveImport } from '../modules/resolve-import.ts'
import { readOnce } from '../modules/tree-cache.ts'
import { type JsxPlace, type JsxPlaces, readJsxPlaces } from './jsx-places.ts'
import { type ImportedProp, type LostProp, lostExport } from './lost-props.ts'
import { findUncheckedIntents } from './unchecked-intents.ts'

interface CodeOptions {
  readonly serverDir: string
  readonly routesDir: string
  readonly websocket: string
  readonly clientEntry: string | undefined
  /** Files with JSX, relative to the root. */
  readonly files: readonly string[]
  readonly components: readonly ComponentModel[]
  /**
   * All components of the app.
   *
   * @default `components`
   */
  readonly everywhere?: readonly ComponentModel[] | undefined
  readonly resolveImport: ResolveImport
  /**
   * In an editor: the file whose unchecked intents are reported.
   *
   * @default all files that a browser loads
   */
  readonly openFile?: string | undefined
}

interface ComponentCode
  extends Pick<AppFacts, 'serverCode' | 'pageCode' | 'islandProps' | 'intents' | 'uncheckedIntents'> {
  /** Imports of api modules in files that a browser loads. */
  readonly apiImports: readonly StaticFact[]
}

export function analyzeComponentCode(reader: AppReader, options: CodeOptions): ComponentCode {
  const { components, everywhere = components, files, routesDir, resolveImport } = options
  const graph = analyzeClientGraph(reader, { ...options, components: everywhere })
  const { serverCode, apiImports, imported } = graph
  const pageCode: PageCodeFact[] = []
  const islandProps: IslandPropFact[] = []
  const intents: IntentFact[] = []
  const byFile = groupByFile(everywhere)
  for (const file of files) {
    const places = readOnce(reader, file, readJsxPlaces)
    if (places === undefined) continue
    const own = byFile.get(file) ?? []
    if (file.startsWith(`${routesDir}/`)) pageCode.push(...collectPageCode(file, places))
    intents.push(...collectIntents(file, places, own))
    // Components in imported browser files render inside an island, where props aren't serialized.
    if (!imported.has(file))
      islandProps.push(...collectIslandProps(reader, file, places, { byFile, own, resolveImport }))
  }
  const loaded = graph.files.filter((file) => options.openFile === undefined || file === options.openFile)
  const uncheckedIntents = findUncheckedIntents(reader, loaded, everywhere)
  return { serverCode, apiImports, pageCode, islandProps, intents, uncheckedIntents }
}

function groupByFile(components: readonly ComponentModel[]): ReadonlyMap<string, readonly ComponentModel[]> {
  const byFile = new Map<string, ComponentModel[]>()
  for (const component of components) byFile.set(component.file, [...(byFile.get(component.file) ?? []), component])
  return byFile
}

function collectPageCode(file: string, { text, reactive }: JsxPlaces): PageCodeFact[] {
  return reactive.map(({ kind, name, start, end }) => ({ kind, name, file, span: createSpan(file, text, start, end) }))
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
          ...nameFixes(component, intent, span(call.name), text),
        },
      ]
    }),
  )
}

/** A quoted name is replaced by the legal name, unless another intent of the component has it. */
function nameFixes(
  { intents }: ComponentModel,
  { name }: IntentModel,
  span: SourceSpan,
  text: string,
): Pick<IntentFact, 'nameFixes'> {
  const legal = legalName('intent', name)
  const isText = text.slice(span.start + 1, span.end - 1) === name
  if (legal === undefined || !isText || intents.some((other) => other.name === legal)) return {}
  const quote = text.slice(span.start, span.start + 1)
  return { nameFixes: [replacement(`Rename to "${legal}"`, span, quote + legal + quote)] }
}

/**
 * Returns the component that the tool is named after. Its file may differ from the file of the component that renders
 * it.
 */
function getOwner(tool: string): string {
  return tool.slice(0, tool.lastIndexOf('.'))
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
