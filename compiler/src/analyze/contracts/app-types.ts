/**
 * The types of an app on disk: results of an earlier run come from the store, the rest is analyzed with one program, lean
 * libraries first. TypeScript is loaded only if it is needed.
 */
import type { Engine } from '#engine/engine.ts'
import { defineQuery } from '#engine/query.ts'
import type { ConventionFiles } from '#model.ts'
import { type AppPrograms, openPrograms, type Snapshot } from '#program/app-programs.ts'
import type { LibChoice } from '#program/compiler-options.ts'
import type { FindTree } from '#program/parsed-trees.ts'
import { globalFiles } from '#program/read-files.ts'
import { join, relative } from '#slash-path.ts'
import { type AmbientFiles, createAmbientFiles, readStamp } from '../apis/ambient-files.ts'
import { IMAGE_TYPES, IMAGES_FILE, isForeknown, REGISTER_FILE, registerTypes } from '../apis/register-types.ts'
import type { AppFiles } from '../app-files.ts'
import { READER, TEXT } from '../app-reader.ts'
import { createFileHashes, hashParts, hashText } from '../modules/file-hashes.ts'
import type { FilesBelow } from '../modules/folder-files.ts'
import { outsideKey, outsideState } from '../modules/outside-inputs.ts'
import type { ResultParts } from '../modules/result-store.ts'
import { toProjectName, toProjectPath } from '../modules/workspace-files.ts'
import { type ModuleStore, moduleKey, openModuleStore } from './module-store.ts'
import { APPEARED, TYPE_BASE, TYPES, type TypeBase, type TypeHost } from './type-host.ts'
import { chooseTypedQuery, createId, type TypedFile, type TypedResult } from './typed-files.ts'

/** All paths absolute, with `/`. */
interface AppTypes {
  /** Returns the results for these files. Without `outputs`, outputs that have not been analyzed yet stay `pending`. */
  read(wanted: readonly TypedFile[], files: ConventionFiles, outputs: boolean): Promise<readonly TypedResult[]>
  /** Call it after the texts were invalidated. */
  invalidate(files: readonly string[]): void
  edit(file: string, text: string): void
  /**
   * Writes all complete results to disk, for the next process. Returns `undefined` as long as the analysis is incomplete.
   */
  save(): Pick<ResultParts, 'moduleKeys' | 'reads'> | undefined
  close(): void
}

interface State {
  readonly root: string
  readonly engine: Engine
  readonly list: FilesBelow
  readonly findTree: FindTree
  readonly listAmbient: AmbientFiles
  /** Texts that differ from the disk. */
  readonly edits: Map<string, string>
  programs: AppPrograms | undefined
  lib: LibChoice
  store: ModuleStore | undefined
  base: TypeBase
  surroundings: Surroundings | undefined
  /** Absolute paths of the files that programs must contain. */
  readonly roots: Set<string>
  /** The libraries whose program contains all of them. */
  readonly rooted: Set<LibChoice>
  wanted: readonly TypedFile[]
  /** Keys of the results that the store contains. */
  stored: string
}

/** Opens the types; the first result that isn't stored creates a program. */
export function openAppTypes(
  root: string,
  { engine, list, findTree }: Pick<AppFiles, 'engine' | 'list' | 'findTree'>,
): AppTypes {
  const state: State = {
    root,
    engine,
    list,
    findTree,
    listAmbient: createAmbientFiles(root),
    edits: new Map(),
    programs: undefined,
    lib: 'lean',
    store: undefined,
    base: { key: '', revision: 0, globals: [], register: join(root, REGISTER_FILE) },
    surroundings: undefined,
    roots: new Set(),
    rooted: new Set(),
    wanted: [],
    stored: '',
  }
  engine.set(TYPES, createHost(state))
  return {
    async read(wanted, files, outputs) {
      state.wanted = wanted
      if (wanted.length === 0) return []
      await lookAround(state, registerTypes({ files }))
      const isKnown = (file: TypedFile) => {
        const id = createId(file)
        return engine.isCurrent(chooseTypedQuery(engine, id, outputs), id)
      }
      // All types see global declarations: if these change, other results are invalid.
      for (let before: TypeBase | undefined; before !== state.base; ) {
        before = state.base
        const missing = wanted.filter((file) => !isKnown(file))
        if (missing.length > 0) prepare(state, missing)
      }
      return wanted.flatMap((file) => {
        const id = createId(file)
        const query = chooseTypedQuery(engine, id, outputs)
        const result = engine.read(query, id)
        return result === undefined ? [] : { id, query, analyzed: result.analyzed, siblings: result.siblings }
      })
    },
    invalidate(files) {
      // The analysis knows the content of files that the build generates.
      const changed = files.filter((file) => !isForeknown(root, file))
      for (const file of changed) state.edits.delete(file)
      const news = state.programs?.refresh(changed)
      state.rooted.clear()
      const isAwaited = (news?.appeared ?? changed.filter((file) => isNew(state, file))).map((file) =>
        noteAppearance(engine, file),
      )
      if (news?.gone || isAwaited.includes(true)) state.programs?.resolveAnew()
      if (news?.gone || changed.some((file) => isEverybodys(state, file))) changeBase(state, {})
    },
    edit(file, text) {
      if (isNew(state, file)) noteAppearance(engine, file)
      state.edits.set(file, text)
      state.programs?.edit(file, text)
      state.rooted.clear()
      if (isEverybodys(state, file)) changeBase(state, {})
    },
    save: () => save(state),
    close() {
      state.programs = undefined
    },
  }
}

/** Returns whether no result depends on a file. */
function isNew({ engine, root }: State, file: string): boolean {
  return !engine.isRead(TEXT, toProjectName(root, file))
}

/** Returns whether a result has waited for the file. */
function noteAppearance(engine: Engine, file: string): boolean {
  const keys = [file, ''].filter((key) => engine.isRead(APPEARED, key))
  for (const key of keys) engine.set(APPEARED, engine.read(APPEARED, key) + 1, key)
  return keys.length > 0
}

function createHost(state: State): TypeHost {
  return {
    get lib() {
      return state.lib
    },
    open(file, lib) {
      const snapshot = openSnapshot(state, lib, file)
      const source = snapshot.program.getSourceFile(file)
      const toRelative = (path: string) => toProjectName(state.root, path)
      return source && { context: { ...snapshot, relative: toRelative }, source }
    },
    preferFull() {
      state.lib = 'full'
      state.programs?.forget('lean')
      state.rooted.delete('lean')
    },
    // The store contains no unsaved edits, and no results for other global declarations.
    load: (id) =>
      state.edits.size > 0 || state.store?.app?.globals.join() !== state.base.globals.join()
        ? undefined
        : state.store.get(id),
  }
}

/** Returns whether modules see the file's declarations without importing it. */
function isEverybodys({ base, surroundings }: State, file: string): boolean {
  return file.endsWith('.d.ts') || base.globals.includes(file) || surroundings?.ambient.includes(file) === true
}

function changeBase(state: State, changed: Partial<TypeBase>): void {
  state.base = { ...state.base, ...changed, revision: state.base.revision + 1 }
  state.rooted.clear()
  state.engine.set(TYPE_BASE, state.base)
}

/** The inputs that all files share. */
interface Surroundings {
  /** Cheap to compare; shows whether the other fields are still valid. */
  readonly stamp: string
  readonly outside: string
  readonly register: string
  /** Declarations that are visible without an import. Absolute paths. */
  readonly ambient: readonly string[]
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
  const key = hashParts([outside, register, ...ambient.flatMap((file) => [relative(root, file), hashes.of(file)])])
  state.surroundings = { stamp, outside, register, ambient }
  if (state.base.key === key) return
  state.store = openModuleStore(root, key)
  state.lib = state.store.lib
  changeBase(state, { key, globals: state.store.app?.globals ?? [] })
  if (last?.outside !== outside) state.programs = undefined
  state.programs?.edit(join(root, REGISTER_FILE), register)
}

function getPrograms(state: State): AppPrograms {
  if (state.programs !== undefined) return state.programs
  const programs = openPrograms(state.root, state.findTree)
  for (const [file, text] of state.edits) programs.edit(file, text)
  programs.edit(join(state.root, REGISTER_FILE), state.surroundings?.register ?? '')
  programs.edit(join(state.root, IMAGES_FILE), IMAGE_TYPES)
  state.programs = programs
  return programs
}

function openSnapshot(state: State, lib: LibChoice, file?: string): Snapshot {
  const { root, roots, rooted, base, surroundings } = state
  const programs = getPrograms(state)
  const around = [...base.globals, ...(surroundings?.ambient ?? []), base.register, join(root, IMAGES_FILE)]
  const snapshot = programs.snapshot(lib, rooted.has(lib) ? [] : [...roots, ...around])
  rooted.add(lib)
  if (file === undefined || snapshot.program.getSourceFile(file) !== undefined) return snapshot
  roots.add(file)
  return programs.snapshot(lib, [file])
}

/** Creates a program with these files, all at once. */
function prepare(state: State, missing: readonly TypedFile[]): void {
  const { root, surroundings, base } = state
  for (const { file } of missing) state.roots.add(toProjectPath(root, file))
  state.rooted.clear()
  const snapshot = openSnapshot(state, state.lib)
  const isOwn = (file: string) => !isForeknown(root, file) && surroundings?.ambient.includes(file) !== true
  const globals = globalFiles(snapshot).filter(isOwn)
  if (globals.join('\n') !== base.globals.join('\n')) changeBase(state, { globals })
}

const TEXT_HASH = defineQuery('text hash', (read, file) => {
  const text = read(TEXT, toProjectName(read(READER).root, file))
  return text === undefined ? '' : hashText(text)
})

function save(state: State): Pick<ResultParts, 'moduleKeys' | 'reads'> | undefined {
  const { engine, root, base, store, wanted, edits } = state
  if (edits.size > 0) return undefined
  const complete = wanted.flatMap((file) => {
    const id = createId(file)
    const query = chooseTypedQuery(engine, id, false)
    const result = engine.isCurrent(query, id) ? engine.read(query, id) : undefined
    if (result?.analyzed.complete !== true) return []
    const { analyzed, read, lib } = result
    const key = moduleKey(root, base.key, base, lib, read, (path) => engine.read(TEXT_HASH, path))
    return [[id, { analyzed, read, lib, key }] as const]
  })
  const stored = complete.map(([, { key }]) => key).join()
  if (stored !== state.stored) store?.save(base, new Map(complete))
  state.stored = stored
  if (complete.length < wanted.length) return undefined
  const reads = complete.flatMap(([, { read }]) => [...read.files, ...read.absent])
  const modules = complete.filter(([, { analyzed }]) => 'model' in analyzed).sort(([a], [b]) => (a < b ? -1 : 1))
  return { moduleKeys: modules.map(([, { key }]) => key), reads: [...base.globals, ...reads] }
}
