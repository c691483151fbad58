/**
 * The files of an app that need type analysis: results of an earlier run come from disk, the rest is analyzed with one
 * program, lean libraries first, and after an edit only the affected files. TypeScript is loaded only if it is needed.
 */
import { join, relative } from 'node:path'
import type { Trace } from '#engine/trace.ts'
import type { ConventionFiles } from '#model.ts'
import type { AppPrograms, Snapshot } from '#program/app-programs.ts'
import type { LibChoice } from '#program/compiler-options.ts'
import type { ReadFiles } from '#program/read-files.ts'
import type { ts } from '#program/typescript.ts'
import { createFileHashes, hashParts, hashText } from '../modules/file-hashes.ts'
import type { FilesBelow } from '../modules/folder-files.ts'
import { type AnalyzedFile, createModuleCache, type ModuleCache } from '../modules/module-cache.ts'
import { type ModuleStore, moduleKey, openModuleStore, type StoredApp } from '../modules/module-store.ts'
import { outsideKey, outsideState } from '../modules/outside-inputs.ts'
import type { ResultParts } from '../modules/result-store.ts'
import { toProjectName, toProjectPath } from '../modules/workspace-files.ts'
import type { IntentPlace } from '../pages/page-definitions.ts'
import { analyzeIntents, analyzeStores } from '../pages/page-tools.ts'
import { type AmbientFiles, createAmbientFiles, readStamp } from './ambient-files.ts'
import { analyzeInputs, completeApiModule } from './api-module.ts'
import type { ModuleContext } from './derive-side.ts'
import { IMAGE_TYPES, IMAGES_FILE, isForeknown, REGISTER_FILE, registerTypes } from './register-types.ts'

type ApiParts = Pick<ResultParts, 'moduleKeys' | 'reads'>

/** All paths absolute, with `/`. */
interface ApiAnalysis {
  /** Without `outputs`, outputs that have not been analyzed yet stay `pending`. */
  onAnalyzed(wanted: readonly TypedFile[], files: ConventionFiles, outputs: boolean): Promise<readonly AnalyzedFile[]>
  /** Marks files as changed, added or removed. */
  invalidate(files: readonly string[]): void
  /** Uses `text` as the content of `file` until the file is invalidated. */
  edit(file: string, text: string): void
  /**
   * Writes all modules with known outputs to disk, for the next process. Returns `undefined` as long as the analysis is
   * incomplete.
   */
  save(): ApiParts | undefined
  /** Returns the files that types depend on, and missing ones that would change them. Absolute. */
  reads(): readonly string[]
  close(): void
}

/** A file, relative to the root, and the analysis that it needs. */
export type TypedFile = { readonly file: string } & (
  | { readonly kind: 'api'; readonly module: string }
  | { readonly kind: 'intents'; readonly places: readonly IntentPlace[] }
  | { readonly kind: 'stores' }
)

interface State {
  readonly root: string
  readonly list: FilesBelow
  readonly listAmbient: AmbientFiles
  readonly cache: ModuleCache
  readonly edits: Map<string, string>
  programs: AppPrograms | undefined
  /** `full` after it has resolved a name that the lean libraries don't declare. */
  lib: LibChoice
  store: ModuleStore | undefined
  app: StoredApp
  surroundings: Surroundings | undefined
  /** Whether the cache holds results that the store doesn't. */
  unsaved: boolean
  readonly report: Report | undefined
}

const NOTHING_KNOWN: StoredApp = { globals: [] }

export function createApiAnalysis(root: string, list: FilesBelow, trace?: Trace): ApiAnalysis {
  const state: State = {
    root,
    list,
    listAmbient: createAmbientFiles(root),
    cache: createModuleCache(),
    edits: new Map(),
    programs: undefined,
    lib: 'lean',
    store: undefined,
    app: NOTHING_KNOWN,
    surroundings: undefined,
    unsaved: false,
    report: trace && reportTo(trace),
  }
  return {
    async onAnalyzed(wanted, files, outputs) {
      if (wanted.length === 0) return []
      await lookAround(state, registerTypes({ files }))
      const unknown = () => wanted.filter((file) => !isKnown(state, file, outputs))
      let missing = unknown()
      // All modules see global declarations: when these change, earlier results are invalid.
      for (let before: StoredApp | undefined; missing.length > 0 && state.app !== before; missing = unknown()) {
        before = state.app
        await analyzeFiles(state, missing, outputs)
      }
      state.cache.keep(new Set(wanted.map(createId)))
      state.report?.end(wanted)
      return wanted.flatMap((file) => state.cache.get(createId(file))?.analyzed ?? [])
    },
    invalidate(files) {
      // The analysis knows the content of files that the build generates.
      const changed = files.filter((file) => !isForeknown(root, file))
      for (const file of changed) state.edits.delete(file)
      const news = state.programs?.refresh(changed)
      const resolves = news?.gone === true || news?.appeared.some((file) => state.cache.waitsFor(file)) === true
      if (resolves) state.programs?.resolveAnew()
      if (resolves || changed.some((file) => isEverybodys(state, file))) forgetAll(state, changed.join(', '))
      else forget(state, changed)
    },
    edit(file, text) {
      state.edits.set(file, text)
      state.programs?.edit(file, text)
      if (isEverybodys(state, file)) forgetAll(state, file)
      else forget(state, [file])
    },
    save: () => save(state),
    reads: () => listReads(state),
    close() {
      state.programs = undefined
      state.cache.clear()
    },
  }
}

/** Collects what happens to the files of one analysis. */
interface Report {
  readonly computed: Set<string>
  readonly loaded: Set<string>
  /** What has changed since a result was computed. */
  readonly causes: Map<string, string>
  end(wanted: readonly TypedFile[]): void
}

function reportTo(trace: Trace): Report {
  const computed = new Set<string>()
  const loaded = new Set<string>()
  const causes = new Map<string, string>()
  return {
    computed,
    loaded,
    causes,
    end(wanted) {
      for (const file of wanted) {
        const id = createId(file)
        if (computed.has(id)) trace.computed('contracts', file.file, { because: causes.get(id), isSame: false })
        else if (loaded.has(id)) trace.loaded('contracts', file.file)
        else trace.reused('contracts', file.file)
      }
      for (const part of [computed, loaded, causes]) part.clear()
    },
  }
}

function forget({ cache, report, root }: State, changed: readonly string[]): void {
  if (report !== undefined)
    for (const [id, { read }] of cache.all) {
      const cause = changed.find((file) => read.files.has(file))
      if (cause !== undefined) report.causes.set(id, toProjectName(root, cause))
    }
  cache.forget(changed)
}

function forgetAll({ cache, report, root }: State, cause: string): void {
  for (const id of report === undefined ? [] : cache.all.keys())
    report?.causes.set(id, cause.replaceAll(`${root}/`, ''))
  cache.clear()
}

/** Returns whether modules see the file's declarations without importing it. */
function isEverybodys({ app, surroundings }: State, file: string): boolean {
  return file.endsWith('.d.ts') || app.globals.includes(file) || surroundings?.ambient.includes(file) === true
}

/** The inputs that all modules share. */
interface Surroundings {
  /** Cheap to compare; shows whether the other fields are still valid. */
  readonly stamp: string
  readonly outside: string
  readonly register: string
  /** Declarations that are visible without an import. Absolute paths. */
  readonly ambient: readonly string[]
  readonly base: string
}

/** If compiler options, packages or ambient types have changed, everything is analyzed again. */
async function lookAround(state: State, register: string): Promise<void> {
  const { root } = state
  const ambient = await state.listAmbient(state.list)
  const stamp = [outsideState(root), ...ambient.map(readStamp)].join('\n')
  const last = state.surroundings
  if (last?.stamp === stamp && last.register === register) return
  const hashes = createFileHashes()
  const outside = outsideKey(root, hashes)
  const base = hashParts([outside, register, ...ambient.flatMap((file) => [relative(root, file), hashes.of(file)])])
  state.surroundings = { stamp, outside, register, ambient, base }
  if (last?.base === base) return
  forgetAll(state, 'the compiler options, packages or declarations')
  state.store = openModuleStore(root, base)
  state.app = state.store.app ?? NOTHING_KNOWN
  state.lib = state.store.lib
  if (last?.outside !== outside) state.programs = undefined
  state.programs?.edit(join(root, REGISTER_FILE), register)
}

/** The result for a file depends on the kind of analysis. */
function createId({ kind, file }: TypedFile): string {
  return kind === 'stores' ? `${file}#stores` : file
}

function isKnown(state: State, wanted: TypedFile, outputs: boolean): boolean {
  const id = createId(wanted)
  const known = state.cache.get(id)
  if (known !== undefined) return known.analyzed.complete || !outputs
  // The store contains no unsaved edits, and no results for other global declarations.
  const stored = state.edits.size > 0 || state.store?.app !== state.app ? undefined : state.store.get(id)
  if (stored === undefined) return false
  state.cache.set(id, stored)
  state.report?.loaded.add(id)
  return true
}

async function getPrograms(state: State): Promise<AppPrograms> {
  if (state.programs !== undefined) return state.programs
  const { openPrograms } = await import('#program/app-programs.ts')
  const programs = openPrograms(state.root)
  for (const [file, text] of state.edits) programs.edit(file, text)
  programs.edit(join(state.root, REGISTER_FILE), state.surroundings?.register ?? '')
  programs.edit(join(state.root, IMAGES_FILE), IMAGE_TYPES)
  state.programs = programs
  return programs
}

async function analyzeFiles(state: State, missing: readonly TypedFile[], outputs: boolean): Promise<void> {
  const wanting = await analyzeWith(state, state.lib, missing, outputs)
  if (state.lib === 'full' || wanting.length === 0) return
  // Only a second analysis shows whether the full libraries declare the unresolved names.
  const wantingStill = await analyzeWith(state, 'full', wanting, outputs)
  if (wantingStill.length === wanting.length) return
  state.lib = 'full'
  state.programs?.forget('lean')
}

/** Analyzes files. Returns those with unresolved names. */
async function analyzeWith(
  state: State,
  lib: LibChoice,
  missing: readonly TypedFile[],
  outputs: boolean,
): Promise<readonly TypedFile[]> {
  const { root, cache, surroundings } = state
  if (surroundings === undefined) return []
  const { ambient, base } = surroundings
  const programs = await getPrograms(state)
  const { createReader, globalFiles } = await import('#program/read-files.ts')
  const registerFile = join(root, REGISTER_FILE)
  const apis = missing.map(({ file }) => toProjectPath(root, file))
  const snapshot = programs.snapshot(lib, [
    ...apis,
    ...state.app.globals,
    ...ambient,
    registerFile,
    join(root, IMAGES_FILE),
  ])
  const globals = globalFiles(snapshot).filter((file) => !isForeknown(root, file) && !ambient.includes(file))
  if (globals.join('\n') !== state.app.globals.join('\n')) {
    state.app = { globals }
    forgetAll(state, 'the global declarations')
  }
  const context = { ...snapshot, relative: (file: string) => toProjectName(root, file) }
  const readOf = createReader(snapshot)
  const hashOf = textHashes(snapshot)
  // The types of ctx and session are visible without an import.
  const register = snapshot.program.getSourceFile(registerFile)
  const registered = register === undefined ? undefined : readOf(register)
  return missing.filter((wanted) => {
    const id = createId(wanted)
    const source = snapshot.program.getSourceFile(toProjectPath(root, wanted.file))
    if (source === undefined) return false
    const known = cache.get(id)
    const begun = known?.lib === lib ? known.analyzed : undefined
    const onAnalyzed = analyzeFile(context, source, wanted, begun, outputs)
    const read = withoutFile(joinReads(readOf(source), registered), registerFile)
    cache.set(id, { analyzed: onAnalyzed, read, lib, key: moduleKey(root, base, state.app, lib, read, hashOf) })
    state.unsaved = true
    state.report?.computed.add(id)
    return onAnalyzed.wantsFullLib
  })
}

function analyzeFile(
  context: ModuleContext,
  source: ts.SourceFile,
  wanted: TypedFile,
  begun: AnalyzedFile | undefined,
  outputs: boolean,
): AnalyzedFile {
  if (wanted.kind === 'intents') return analyzeIntents(context, source, wanted.places, outputs)
  if (wanted.kind === 'stores') return analyzeStores(context, source, outputs)
  const inputs = begun !== undefined && 'model' in begun ? begun : analyzeInputs(context, source, wanted.module)
  return outputs ? completeApiModule(context, source, inputs) : inputs
}

function save(state: State): ApiParts | undefined {
  const { cache } = state
  const complete = [...cache.all].filter(([, { analyzed }]) => analyzed.complete)
  if (state.edits.size > 0) return undefined
  if (state.unsaved) state.store?.save(state.app, new Map(complete))
  state.unsaved = false
  if (complete.length < cache.all.size) return undefined
  const inOrder = complete.filter(([, { analyzed }]) => 'model' in analyzed).sort(([a], [b]) => (a < b ? -1 : 1))
  return { moduleKeys: inOrder.map(([, { key }]) => key), reads: listReads(state) }
}

function listReads({ cache, app }: State): readonly string[] {
  const paths = new Set(app.globals)
  for (const [, { read }] of cache.all)
    for (const list of [read.files, read.absent]) for (const path of list) paths.add(path)
  return [...paths]
}

function joinReads(read: ReadFiles, other: ReadFiles | undefined): ReadFiles {
  if (other === undefined) return read
  return {
    files: new Set([...read.files, ...other.files]),
    absent: new Set([...read.absent, ...other.absent]),
    dangling: read.dangling,
  }
}

function withoutFile(read: ReadFiles, file: string): ReadFiles {
  if (!read.files.has(file)) return read
  return { ...read, files: new Set([...read.files].filter((name) => name !== file)) }
}

/** Hashes the analyzed content of files, even if the disk has a newer version. */
function textHashes({ program }: Snapshot): (file: string) => string {
  const byName = new Map<string, string>()
  return (file) => {
    const known = byName.get(file)
    if (known !== undefined) return known
    const source = program.getSourceFile(file)
    const hash = source === undefined ? '' : (TEXT_HASHES.get(source) ?? hashText(source.text))
    if (source !== undefined) TEXT_HASHES.set(source, hash)
    byName.set(file, hash)
    return hash
  }
}

const TEXT_HASHES = new WeakMap<ts.SourceFile, string>()
