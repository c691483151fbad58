/** The files of an app in an editor: those of its program as the last edit left them, all others as they are on disk. */
import { existsSync } from 'node:fs'
import { REGISTER_FILE } from '#analyze/apis/register-types.ts'
import { CONFIG, LAYOUT, OUTLINE } from '#analyze/app-outline.ts'
import { type AppReader, openReader, TEXT } from '#analyze/app-reader.ts'
import { APPEARED, TYPE_BASE, TYPES } from '#analyze/contracts/type-host.ts'
import { type FilesBelow, listOnce } from '#analyze/modules/folder-files.ts'
import { listLinkedPackages } from '#analyze/modules/linked-packages.ts'
import { KIND, OUTSIDE_TEXT, provideProject, REAL_PATH, SOURCE_PATHS } from '#analyze/modules/project-queries.ts'
import { toProjectName, toProjectPath } from '#analyze/modules/workspace-files.ts'
import { ANALYZE_MODULE } from '#analyze/pages/components.ts'
import { type Engine, provideInput } from '#engine/engine.ts'
import { analyzeModule } from '#jsx/analyze-module.ts'
import { globalFiles, isGlobalFile } from '#program/read-files.ts'
import type { ts } from '#program/typescript.ts'
import { join } from '#slash-path.ts'
import type { EditorProject } from './editor-project.ts'

export interface EditorFiles {
  readonly reader: AppReader
  /** Makes the app that of this program. Call it before each read. */
  follow(program: ts.Program): void
  close(): void
}

interface State {
  readonly project: EditorProject
  readonly root: string
  readonly engine: Engine
  program: ts.Program | undefined
  /** Declarations that all types see. Absolute paths. */
  globals: readonly string[]
  /** Files outside of the program that have changed since the last read, relative to the root. */
  readonly changed: Set<string>
  /** Whether files were added or removed since the last read. */
  isMoved: boolean
  revision: number
}

/** Opens the app in a folder. `root` is absolute, with `/`. */
export function openEditorFiles(project: EditorProject, root: string): EditorFiles {
  const { ts } = project
  const watchers = watchFolders(project, root, () => {
    state.isMoved = true
  })
  let list = listOnce()
  const findSource = (file: string) => state.program?.getSourceFile(toProjectPath(root, file))
  const { reader, engine } = openReader(
    {
      loadTypeScript: () => ts,
      root,
      list: (folder) => listFiles(state.program, folder, list),
      textOf(file) {
        const source = findSource(file)
        if (source !== undefined) return source.text
        const path = toProjectPath(root, file)
        const text = project.readText(path)
        if (text !== undefined) watchers.watchFile(path, () => state.changed.add(file))
        return text
      },
      parse(file, text) {
        const source = findSource(file)
        return source?.text === text ? source : ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
      },
    },
    [...provideProject(root, () => undefined), provideInput(APPEARED, () => 0)],
  )
  const state: State = {
    project,
    root,
    engine,
    program: undefined,
    globals: [],
    changed: new Set(),
    isMoved: true,
    revision: 0,
  }
  engine.set(CONFIG, undefined)
  engine.set(ANALYZE_MODULE, analyzeModule)
  engine.set(TYPES, {
    lib: 'full',
    open(file) {
      const source = state.program?.getSourceFile(file)
      if (source === undefined || state.program === undefined) return undefined
      const relative = (path: string) => toProjectName(root, path)
      const checker = state.program.getTypeChecker()
      return { context: { ts, program: state.program, checker, relative, omitsSchemas: true }, source }
    },
    preferFull: () => undefined,
    load: () => undefined,
  })
  return {
    reader,
    follow(program) {
      if (program !== state.program && followProgram(state, program)) state.isMoved = true
      for (const file of state.changed) engine.invalidate(TEXT, file)
      state.changed.clear()
      if (!state.isMoved) return
      // Watched before it is read, so that no change in between is missed.
      watchers.watch()
      list = listOnce()
      for (const input of [KIND, OUTSIDE_TEXT, REAL_PATH, SOURCE_PATHS]) engine.invalidate(input)
      engine.set(LAYOUT, {})
      state.revision += 1
      const register = join(root, REGISTER_FILE)
      engine.set(TYPE_BASE, { key: '', revision: state.revision, globals: state.globals, register })
      const { routesDir, serverDir } = engine.read(OUTLINE)
      watchers.watchElsewhere([routesDir, serverDir])
      engine.forgetUnused(100)
      // If the disk could not be read, the next request tries it again.
      state.isMoved = false
    },
    close: watchers.close,
  }
}

/**
 * Invalidates the files that differ from the previous program. Returns whether more than the content of modules has changed:
 * added or removed files, the options, a package, or global declarations.
 */
function followProgram(state: State, program: ts.Program): boolean {
  const { root, engine, project } = state
  const last = state.program
  state.program = program
  const after = program.getSourceFiles()
  const before = last?.getSourceFiles() ?? []
  const isSameList =
    before.length === after.length && after.every(({ fileName }, at) => before[at]?.fileName === fileName)
  const known = isSameList ? undefined : new Map(before.map((source) => [source.fileName, source]))
  const changed = after.filter(
    (source, at) => source !== (known === undefined ? before[at] : known.get(source.fileName)),
  )
  const removed = isSameList ? [] : before.filter(({ fileName }) => program.getSourceFile(fileName) === undefined)
  for (const { fileName } of [...changed, ...removed]) engine.invalidate(TEXT, toProjectName(root, fileName))
  const context = { ts: project.ts, program }
  const isOfModules = changed.every(
    (source) =>
      !source.fileName.includes('/node_modules/') &&
      !state.globals.includes(source.fileName) &&
      !isGlobalFile(context, source),
  )
  const isSame = isSameList && last?.getCompilerOptions() === program.getCompilerOptions() && isOfModules
  if (!isSame) state.globals = globalFiles(context)
  return !isSame
}

/** Lists the files on disk, and those that were never saved. */
function listFiles(program: ts.Program | undefined, folder: string, list: FilesBelow): readonly string[] {
  const prefix = `${folder}/`
  const open = (program?.getSourceFiles() ?? []).flatMap(({ fileName }) => {
    const isBelow = fileName.startsWith(prefix) && !fileName.includes('/node_modules/', folder.length)
    return isBelow ? [fileName.slice(prefix.length)] : []
  })
  return [...new Set([...list(folder), ...open])].sort()
}

interface FolderWatch {
  /** Watches the folders of the app that exist now. */
  watch(): void
  /** Watches further folders, relative to the root. */
  watchElsewhere(folders: readonly string[]): void
  /** Watches the content of one file. */
  watchFile(path: string, onChange: () => void): void
  close(): void
}

function watchFolders(project: EditorProject, root: string, onMove: () => void): FolderWatch {
  const files = new Map<string, { close(): void } | undefined>()
  let folders: readonly { close(): void }[] = []
  const add = (names: readonly string[]) => {
    const found = names.filter((folder) => existsSync(folder))
    const added = found.map((folder) => project.watchFolder(folder, true, onMove))
    folders = [...folders, ...added.filter((watcher) => watcher !== undefined)]
  }
  const closeFolders = () => {
    for (const watcher of folders) watcher.close()
    folders = []
  }
  return {
    watch() {
      closeFolders()
      const top = project.watchFolder(root, false, onMove)
      folders = top === undefined ? [] : [top]
      add([join(root, 'src'), join(root, 'public'), ...listLinkedPackages(root)])
    },
    watchElsewhere: (names) => add(names.filter((name) => !name.startsWith('src/')).map((name) => join(root, name))),
    watchFile(path, onChange) {
      if (!files.has(path)) files.set(path, project.watchFile(path, onChange))
    },
    close() {
      closeFolders()
      for (const watcher of files.values()) watcher?.close()
      files.clear()
    },
  }
}
