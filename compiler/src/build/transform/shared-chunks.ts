/**
 * Merges small modules of the app that several islands share, together with the code of intents: each would be a file of its own,
 * which compresses badly and is another request. A page may load a little that it doesn't use instead.
 */
import type { Plugin, Rolldown } from 'vite'
import { INTENT_MODULES } from './browser-chunks.ts'
import { isNode, type Node } from './module-edits.ts'
import { SOLID_CORE } from './split-solid.ts'

/** Characters of the largest module that is merged, before minification. */
const LARGEST = 2_500
/** Characters, before minification, that a page may load without using them: about half a kilobyte of brotli. */
const UNUSED = 3_000
/** Characters of the code of intents, without comments. */
const INTENT_SIZE = 1_800

const RUNTIME = /^@fw\/runtime(?:\/compiled|\/client)?$/
const SOLID = /^solid-js(?:\/web)?$/
/** Exports of the runtime in the chunk `call` (`browser-chunks.ts`). */
const CALL =
  /^(?:stub|carry(?:Shared)?Cause|carryTimer|with(?:Shared)?Cause|observeWithCause|stepWithCause|note(?:Answers|Resolvers)|as(?:Job|Callback))$/

/** Code that is loaded as a whole, and what it belongs to. */
interface Unit {
  readonly ids: readonly string[]
  readonly size: number
  readonly usesCalls: boolean
  /** Entries that load it. */
  readonly entries: ReadonlySet<string>
}

interface Chunk {
  readonly units: Unit[]
  readonly entries: Set<string>
  size: number
  usesCalls: boolean
}

type Graph = Pick<Rolldown.PluginContext, 'getModuleIds' | 'getModuleInfo' | 'parse'>

/** For the browser bundle. `isApp` returns whether a file is part of the app's own source. */
export function sharedChunks(isApp: (file: string) => boolean): Plugin {
  let names: ReadonlyMap<string, string> = new Map()
  return {
    name: 'fw:shared-chunks',
    apply: 'build',
    applyToEnvironment: (environment) => environment.config.consumer === 'client',
    outputOptions(options) {
      const { codeSplitting } = options
      if (typeof codeSplitting !== 'object') return options
      const group: Rolldown.CodeSplittingGroup = {
        name: (id) => names.get(id) ?? null,
        includeDependenciesRecursively: false,
        test: (id) => names.has(id),
      }
      return { ...options, codeSplitting: { ...codeSplitting, groups: [group, ...(codeSplitting.groups ?? [])] } }
    },
    buildEnd(error) {
      if (error === undefined) names = nameChunks(this, isApp)
    },
  }
}

function nameChunks(graph: Graph, isApp: (file: string) => boolean): ReadonlyMap<string, string> {
  const sources = readSources(graph, isApp)
  const reach = followEntries(graph, sources)
  const chunks = mergeUnits(listUnits(graph, sources, reach), (entry) =>
    [...(reach.get(entry) ?? [])].some((id) => sources.get(id)?.usesCalls),
  )
  const found = new Map<string, string>()
  for (const [index, { units }] of chunks.entries())
    if (units.length > 1) for (const id of units.flatMap(({ ids }) => ids)) found.set(id, `shared${index || ''}`)
  return found
}

interface Source {
  readonly size: number
  /** Other modules of the app that it imports. */
  readonly imports: readonly string[]
  readonly usesCalls: boolean
  readonly usesIntents: boolean
  /** Whether loading it changes nothing and loads only what every island loads. */
  readonly isPlain: boolean
}

function readSources(graph: Graph, isApp: (file: string) => boolean): ReadonlyMap<string, Source> {
  const sources = new Map<string, Source>()
  for (const id of graph.getModuleIds()) {
    const info = graph.getModuleInfo(id)
    if (!isApp(id) || typeof info?.code !== 'string') continue
    const program = graph.parse(info.code) as unknown as Node // ESTree
    const body = (program.body as readonly Node[]).filter(isNode)
    const names = body.flatMap(listImports)
    const importsName = (pattern: RegExp) => names.some(({ from, name }) => RUNTIME.test(from) && pattern.test(name))
    const imports = info.importedIds.filter(isApp)
    sources.set(id, {
      size: info.code.length,
      imports,
      usesCalls: importsName(CALL),
      usesIntents: importsName(/^intent$/),
      isPlain:
        body.every(isPlain) &&
        names.every(({ from, name }) => from.startsWith('.') || isAlwaysLoaded(from, name)) &&
        // Each import of another specifier has been checked.
        names.filter(({ from }) => from.startsWith('.')).length >= imports.length,
    })
  }
  return sources
}

function isAlwaysLoaded(from: string, name: string): boolean {
  return (SOLID.test(from) && SOLID_CORE.has(name)) || (RUNTIME.test(from) && CALL.test(name))
}

interface ImportedName {
  readonly from: string
  readonly name: string
}

function listImports(node: Node): readonly ImportedName[] {
  if (node.type !== 'ImportDeclaration') return []
  const from = String((node.source as Node).value)
  const specifiers = node.specifiers as readonly Node[]
  if (specifiers.length === 0) return [{ from, name: '' }]
  return specifiers.map(({ imported }) => ({ from, name: String((imported as Node | undefined)?.name ?? '*') }))
}

const SAFE_CALLS: ReadonlySet<string> = new Set(['_$template', '_$stub', '_$delegateEvents'])

/** Whether a statement of a module only declares something. Events are delegated once, and by pages with islands anyway. */
function isPlain(node: Node): boolean {
  const { type } = node
  if (type === 'ImportDeclaration' || type === 'FunctionDeclaration') return true
  if (type === 'ExportNamedDeclaration')
    return node.source === null && (node.declaration === null || isPlain(node.declaration as Node))
  if (type === 'ExpressionStatement') return isSafeCall(node.expression as Node)
  if (type !== 'VariableDeclaration') return false
  return (node.declarations as readonly Node[]).every(({ init, id }) => {
    if (!isNode(id) || id.type !== 'Identifier') return false
    return init === null || isPlainValue(init as Node)
  })
}

function isPlainValue(node: Node): boolean {
  if (node.type === 'TemplateLiteral') return (node.expressions as readonly Node[]).length === 0
  return (
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'FunctionExpression' ||
    node.type === 'Literal' ||
    isSafeCall(node)
  )
}

function isSafeCall(node: Node): boolean {
  if (node.type !== 'CallExpression') return false
  const { callee, arguments: given } = node as Node & { readonly callee: Node; readonly arguments: readonly Node[] }
  const isList = ({ type, elements }: Node) =>
    type === 'ArrayExpression' && (elements as readonly Node[]).every(isPlainValue)
  return SAFE_CALLS.has(String(callee.name)) && given.every((value) => isPlainValue(value) || isList(value))
}

/** Returns the modules of the app that each entry, or module that is imported dynamically, loads with it. */
function followEntries(graph: Graph, sources: ReadonlyMap<string, Source>): ReadonlyMap<string, ReadonlySet<string>> {
  const reach = new Map<string, ReadonlySet<string>>()
  for (const id of graph.getModuleIds()) {
    const info = graph.getModuleInfo(id)
    if (!info?.isEntry && !info?.dynamicImporters.length) continue
    const found = new Set<string>()
    const follow = (next: string): void => {
      if (found.has(next)) return
      found.add(next)
      sources.get(next)?.imports.forEach(follow)
    }
    for (const next of sources.has(id) ? [id] : info.importedIds) if (sources.has(next)) follow(next)
    if (found.size > 0) reach.set(id, found)
  }
  return reach
}

/** Returns the modules that may be merged, those of the most entries first, each after its imports. */
function listUnits(
  graph: Graph,
  sources: ReadonlyMap<string, Source>,
  reach: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Unit[] {
  const entriesById = new Map<string, Set<string>>()
  const intents = new Set<string>()
  for (const [entry, ids] of reach)
    for (const id of ids) {
      const known = entriesById.get(id) ?? new Set()
      entriesById.set(id, known.add(entry))
      if (sources.get(id)?.usesIntents) intents.add(entry)
    }
  const isMerged = (id: string): boolean => {
    const source = sources.get(id)
    return source !== undefined && source.size <= LARGEST && source.isPlain && source.imports.length === 0
  }
  const own = [...sources].flatMap(([id, { size, usesCalls }]): Unit[] => {
    const entries = entriesById.get(id) ?? new Set()
    return entries.size > 1 && isMerged(id) ? [{ ids: [id], size, usesCalls, entries }] : []
  })
  const ids = [...graph.getModuleIds()].filter((id) => INTENT_MODULES.test(id))
  const intent: Unit = { ids, size: INTENT_SIZE, usesCalls: false, entries: intents }
  return [...(intents.size > 1 ? [intent] : []), ...own].sort(
    (a, b) => b.entries.size - a.entries.size || (`${a.ids[0]}` < `${b.ids[0]}` ? -1 : 1),
  )
}

/** Adds each unit to the chunk that shares the most entries with it, unless a page would load too much that it doesn't use. */
function mergeUnits(units: readonly Unit[], usesCalls: (entry: string) => boolean): readonly Chunk[] {
  const chunks: Chunk[] = []
  const byEntry = new Map<string, Set<Chunk>>()
  const unused = new Map<Chunk, Map<string, number>>()
  for (const unit of units) {
    const near = new Set([...unit.entries].flatMap((entry) => [...(byEntry.get(entry) ?? [])]))
    let best: Chunk | undefined
    let most = 0
    for (const chunk of near) {
      const common = [...unit.entries].filter((entry) => chunk.entries.has(entry)).length
      if (common <= most || !fits(chunk, unit, unused.get(chunk), usesCalls)) continue
      best = chunk
      most = common
    }
    const chunk = best ?? { units: [], entries: new Set(), size: 0, usesCalls: false }
    if (best === undefined) chunks.push(chunk)
    const counts = unused.get(chunk) ?? new Map<string, number>()
    unused.set(chunk, counts)
    for (const entry of chunk.entries)
      if (!unit.entries.has(entry)) counts.set(entry, (counts.get(entry) ?? 0) + unit.size)
    for (const entry of unit.entries) {
      if (!chunk.entries.has(entry)) counts.set(entry, chunk.size)
      chunk.entries.add(entry)
      byEntry.set(entry, (byEntry.get(entry) ?? new Set()).add(chunk))
    }
    chunk.units.push(unit)
    chunk.size += unit.size
    chunk.usesCalls ||= unit.usesCalls
  }
  return chunks
}

function fits(
  chunk: Chunk,
  unit: Unit,
  unused: ReadonlyMap<string, number> | undefined,
  usesCalls: (entry: string) => boolean,
): boolean {
  const old = [...chunk.entries].filter((entry) => !unit.entries.has(entry))
  const added = [...unit.entries].filter((entry) => !chunk.entries.has(entry))
  return (
    old.every((entry) => (unused?.get(entry) ?? 0) + unit.size <= UNUSED && (!unit.usesCalls || usesCalls(entry))) &&
    added.every((entry) => chunk.size <= UNUSED && (!chunk.usesCalls || usesCalls(entry)))
  )
}
