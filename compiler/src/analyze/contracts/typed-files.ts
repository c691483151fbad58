/** The files of an app that need type analysis, as queries: api modules, files with intents, the stores, and `Env`. */
import { dirname } from 'node:path'
import type { Engine } from '#engine/engine.ts'
import { defineQuery, type Query, type Read } from '#engine/query.ts'
import type { ComponentModel, IntentModel, StoreModel } from '#model.ts'
import type { LibChoice } from '#program/compiler-options.ts'
import type { ReadFiles } from '#program/read-files.ts'
import { type AnalyzedModule, analyzeInputs, completeApiModule } from '../apis/api-module.ts'
import { deriveNamedType } from '../apis/named-contract.ts'
import type { AppOutline } from '../app-outline.ts'
import { READER, TEXT } from '../app-reader.ts'
import { type AnalyzedEnv, analyzeEnv, ENV_TYPE } from '../environment.ts'
import { getProjectFiles } from '../modules/project-queries.ts'
import { isSiblingFile, toProjectName, toProjectPath } from '../modules/workspace-files.ts'
import { COMPONENTS } from '../pages/components.ts'
import { analyzeIntents, analyzeStores, type IntentContract } from '../pages/page-tools.ts'
import { type AnalyzedFile, type FileContracts, type StoredFile, toContractFile } from './analyzed-file.ts'
import { REACHED_FILES, TYPE_IMPORTS, waitForFiles } from './reached-files.ts'
import { type ApiParts, analyzeChanged, type ChangedModule } from './reuse-apis.ts'
import { type OpenFile, openFile, TYPE_BASE, TYPES, type TypeBase } from './type-host.ts'

/** A file, relative to the root, and the analysis that it needs. */
export type TypedFile = { readonly file: string } & (
  | { readonly kind: 'api'; readonly module: string }
  | { readonly kind: 'intents' | 'stores' | 'env' }
)

/** A result, and what the next one may reuse of it. */
interface DerivedFile extends StoredFile {
  /** See `listSiblings`. */
  readonly siblings: readonly string[]
  /** Absent if an earlier process has stored the result. */
  readonly made?: {
    readonly base: TypeBase
    /** Texts of the other files that the result depends on. */
    readonly texts: ReadonlyMap<string, string | undefined>
    /** Only of an api module. */
    readonly parts: ApiParts | undefined
  }
}

/** Returns the key of the queries below. */
export function createId(typed: TypedFile): string {
  return [typed.kind, typed.file, ...(typed.kind === 'api' ? [typed.module] : [])].join('\n')
}

function parseId(id: string): TypedFile {
  const [kind, file = '', module = ''] = id.split('\n')
  return { kind, file, module } as TypedFile // written by `createId`
}

/** Results of which the outputs of apis are `pending`: inputs are mostly annotated, outputs are inferred. */
const INPUTS = defineTypedQuery('inputs', (read, typed, { opened, ...known }) => {
  if (typed.kind !== 'api') return { analyzed: analyzeOther(read, typed, opened) }
  return analyzeChanged({
    ...opened,
    ...known,
    derive: (context) => analyzeInputs(context, opened.source, typed.module),
  })
})

/** Complete results. The next process finds them on disk. */
export const CONTRACTS = defineTypedQuery(
  'contracts',
  (read, typed, { opened, ...known }) => {
    const analyzed = read(INPUTS, createId(typed))?.analyzed
    if (analyzed === undefined || !('model' in analyzed) || analyzed.complete) return { analyzed }
    return analyzeChanged({
      ...opened,
      ...known,
      derive: (context) => completeApiModule(context, opened.source, analyzed),
    })
  },
  (read, id) => {
    read(TYPE_BASE)
    const stored = read(TYPES).load(id)
    if (stored === undefined) return undefined
    for (const file of stored.read.files) read(TEXT, toProjectName(read(READER).root, file))
    waitForFiles(read, stored.read)
    return { value: { ...stored, siblings: listSiblings(read, stored.read) } }
  },
)

export const TYPED_QUERIES: readonly Query<Derived>[] = [INPUTS, CONTRACTS]

/** Returns the query for a file: that of the complete result if that is wanted, or known. */
export function chooseTypedQuery(engine: Pick<Engine, 'isCurrent'>, id: string, outputs: boolean): Query<Derived> {
  return outputs || engine.isCurrent(CONTRACTS, id) ? CONTRACTS : INPUTS
}

interface Known extends Pick<ChangedModule, 'last' | 'isEntangled' | 'isUntouched'> {
  readonly opened: OpenFile
}

/** Absent for a file that the program doesn't contain. */
type Derived = DerivedFile | undefined

function defineTypedQuery(
  name: string,
  derive: (
    read: Read,
    typed: TypedFile,
    known: Known,
  ) => { readonly analyzed: AnalyzedFile | undefined; readonly parts?: ApiParts },
  restore?: NonNullable<Query<Derived>['restore']>,
): Query<Derived> {
  const compute = (read: Read, id: string, last: Derived): Derived => {
    const { root } = read(READER)
    const base = read(TYPE_BASE)
    const typed = parseId(id)
    const path = toProjectPath(root, typed.file)
    const { isEntangled, around, ...reached } = read(REACHED_FILES, path)
    const texts = new Map(reached.files.map((file) => [file, read(TEXT, toProjectName(root, file))]))
    texts.delete(path)
    const siblings = listSiblings(read, reached)
    const made = last?.made
    // An unresolved name may be declared anywhere.
    const isValid = made?.base === base && last?.analyzed.wantsFullLib === false
    const changed = listChanged(made?.texts ?? new Map(), texts)
    const isShared = changed === undefined || changed.some((file) => around.includes(file))
    const isUntouched = isShared ? () => false : createTouchCheck(read, path, changed)
    return deriveWithLibs(read, last, (lib) => {
      const opened = openFile(read, typed.file, lib)
      if (opened === undefined) return undefined
      const parts = isValid && last?.lib === lib ? made?.parts : undefined
      const derived = derive(read, typed, { opened, last: parts, isEntangled, isUntouched })
      if (derived.analyzed === undefined) return undefined
      return { analyzed: derived.analyzed, read: reached, siblings, lib, made: { base, texts, parts: derived.parts } }
    })
  }
  return defineQuery(name, compute, { isEqual: Object.is, ...(restore && { restore }) })
}

/** Derives with the lean libraries, and with all of them if a name is unresolved. */
function deriveWithLibs(read: Read, last: Derived, derive: (lib: LibChoice) => Derived): Derived {
  const types = read(TYPES)
  const lean = types.lib === 'full' || last?.analyzed.wantsFullLib === true ? undefined : derive('lean')
  if (lean?.analyzed.wantsFullLib === false) return lean
  const full = derive('full')
  if (types.lib === 'full' || full === undefined || full.analyzed.wantsFullLib) return full
  if (lean === undefined) {
    const again = derive('lean')
    if (again?.analyzed.wantsFullLib === false) return again
  }
  types.preferFull()
  return full
}

/** Returns the files whose texts differ; `undefined` if there are other files. */
function listChanged<Text>(
  before: ReadonlyMap<string, Text>,
  after: ReadonlyMap<string, Text>,
): readonly string[] | undefined {
  if (before.size !== after.size || [...after.keys()].some((file) => !before.has(file))) return undefined
  return [...after.keys()].filter((file) => before.get(file) !== after.get(file))
}

/** Imports below the top level, which have no statement of their own. */
const NESTED_IMPORT = /\bimport\s*[(/.]|\brequire\b|\bdeclare\b/

/** Returns the function `isUntouched` for a file at an absolute path. */
function createTouchCheck(read: Read, path: string, changed: readonly string[]): ChangedModule['isUntouched'] {
  if (changed.length === 0) return () => true
  const targets = new Map(read(TYPE_IMPORTS, path).specifiers)
  const reaches = (target: string) => {
    const { files } = read(REACHED_FILES, target)
    return changed.some((file) => files.includes(file))
  }
  return (pieces) =>
    pieces.every(({ specifier, text }) => {
      if (specifier === undefined) return !NESTED_IMPORT.test(text)
      const target = targets.get(specifier)
      return target === undefined || !reaches(target)
    })
}

function analyzeOther(read: Read, { kind, file }: TypedFile, { context, source }: OpenFile): AnalyzedFile {
  if (kind === 'stores') return analyzeStores(context, source)
  const reader = read(READER)
  if (kind === 'intents') {
    const intents = read(COMPONENTS, file).components.flatMap((component) => component.intents)
    return analyzeIntents(
      context,
      source,
      intents.map(({ tool, span }) => ({ tool, start: span.start })),
    )
  }
  const place = { file: toProjectPath(reader.root, file), name: ENV_TYPE, side: 'input' } as const
  const env = analyzeEnv(
    reader,
    file,
    read(TEXT, file) ?? '',
    () => deriveNamedType(context, reader.root, place) ?? NO_TYPE,
  )
  const wantsFullLib = env.contracts.some(({ problem }) => problem === 'unresolved')
  return { file, env, wantsFullLib, complete: true }
}

/** For a type that the program doesn't contain: another rule reports that it is missing. */
const NO_TYPE = { tree: { root: { kind: 'object', properties: [] }, defs: {} }, facts: [] } as const

/** Returns a path for each folder of the workspace outside of the app on which a result depends, also by missing files. */
function listSiblings(read: Read, { files, absent }: ReadFiles): readonly string[] {
  const project = getProjectFiles(read)
  const siblings = [...files, ...absent].filter((path) => isSiblingFile(project, path))
  return [...new Map(siblings.map((path) => [dirname(path), path])).values()]
}

/** Returns api modules, files with intents, the module of the stores, and that of `Env`. */
export function listTypedFiles(
  { apiFiles, conventions }: Pick<AppOutline, 'apiFiles' | 'conventions'>,
  components: readonly ComponentModel[],
): readonly TypedFile[] {
  const { stores, env } = conventions.files
  const withIntents = new Set(components.flatMap(({ intents }) => intents.map(({ span }) => span.file)))
  return [
    ...apiFiles.collected.map(({ file, module }) => ({ kind: 'api' as const, file, module })),
    ...[...withIntents].map((file) => ({ kind: 'intents' as const, file })),
    ...(stores === undefined ? [] : [{ kind: 'stores' as const, file: stores }]),
    ...(env === undefined ? [] : [{ kind: 'env' as const, file: env }]),
  ]
}

interface TypedParts {
  readonly modules: readonly AnalyzedModule[]
  /** Components with the contracts of their intents. */
  readonly components: readonly ComponentModel[]
  /** Absent without a module of stores. */
  readonly stores?: readonly StoreModel[]
  readonly env: AnalyzedEnv | undefined
  /** The same files, for the rules that check one file. */
  readonly contractFiles: readonly ContractFile[]
}

/** A result, and where it comes from. */
export interface TypedResult extends Pick<DerivedFile, 'analyzed' | 'siblings'> {
  readonly id: string
  readonly query: Query<Derived>
}

/** A file with contracts. */
export interface ContractFile extends FileContracts {
  /** The query that returns it. */
  readonly source: Pick<TypedResult, 'id' | 'query'>
}

/** Combines the results. */
export function joinTypes(typed: readonly TypedResult[], components: readonly ComponentModel[]): TypedParts {
  const files = typed.map(({ analyzed }) => analyzed)
  const tools = files.filter((file) => 'intents' in file)
  const contracts = new Map(
    tools.flatMap(({ file, intents }) => intents.map((intent) => [`${file} ${intent.start}`, intent] as const)),
  )
  const withContract = (intent: IntentModel): IntentModel => {
    const { span } = intent
    const contract: IntentContract | undefined = contracts.get(`${span.file} ${span.start}`)
    if (contract === undefined) return intent
    const { input, output, guard } = contract
    return { ...intent, input, output, ...(guard !== undefined && { guard }) }
  }
  const stores = tools.find((file) => file.stores !== undefined)?.stores
  return {
    modules: files.filter((file) => 'model' in file),
    components: components.map((one) =>
      one.intents.length === 0 ? one : { ...one, intents: one.intents.map(withContract) },
    ),
    ...(stores !== undefined && { stores }),
    env: files.find((file) => 'env' in file)?.env,
    contractFiles: typed.map(({ analyzed, id, query }) => ({ ...toContractFile(analyzed), source: { id, query } })),
  }
}
