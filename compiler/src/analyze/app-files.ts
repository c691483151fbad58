/** The files of an app as an analysis reads them again and again: unchanged texts are read once. */
import { readdirSync } from 'node:fs'
import { isBelow, resolve } from '#slash-path.ts'
import { type Engine, provideInput } from '../engine/engine.ts'
import type { Trace } from '../engine/trace.ts'
import { createParsedTrees, type FindTree } from '../program/parsed-trees.ts'
import { loadMorph } from '../program/typescript.ts'
import { LAYOUT } from './app-outline.ts'
import { type AppReader, openReader, TEXT } from './app-reader.ts'
import { APPEARED } from './contracts/type-host.ts'
import { FOREIGN_RESOLVERS } from './modules/failed-imports.ts'
import { type FilesBelow, listOnce } from './modules/folder-files.ts'
import { outsideState } from './modules/outside-inputs.ts'
import { readKind, readTextFile } from './modules/project-files.ts'
import { KIND, OUTSIDE_TEXT, provideProject, REAL_PATH, SOURCE_PATHS } from './modules/project-queries.ts'
import { isScriptPath } from './modules/source-files.ts'
import { findWorkspace, toProjectName, toProjectPath } from './modules/workspace-files.ts'
import { CONFIG_FILES } from './pages/convention-files.ts'
import { VITE_CONFIG_FILE } from './vite-options.ts'

export interface AppFiles {
  readonly reader: AppReader
  readonly engine: Engine
  readonly findTree: FindTree
  /** Returns the content of a file, absolute or relative to the root, or `undefined` if it doesn't exist. */
  textOf(file: string): string | undefined
  /** Lists a folder (absolute) once between two calls of `refresh`. */
  readonly list: FilesBelow
  /** Call it before each analysis: finds out what has changed without a call of `invalidate`. */
  refresh(): void
  /** Marks files (absolute) as changed, added or removed. */
  invalidate(files: readonly string[]): void
  /** Uses `text` as the content of `file` (absolute) until the file is invalidated. */
  edit(file: string, text: string): void
  hasEdits(): boolean
  /** Returns the files (absolute) that were read or looked up; some don't exist. */
  reads(): readonly string[]
  /** Returns the folders (absolute) that were listed. */
  folders(): readonly string[]
}

/** Known before anything is listed. */
const TOP_FOLDERS = ['src', 'public']

/** Opens the app in a folder (absolute, with `/`). */
export function openAppFiles(root: string, trace?: Trace): AppFiles {
  const workspace = findWorkspace(root)
  const edits = new Map<string, string>()
  const reads = new Set<string>()
  // Changes of messages, manifests and styles aren't announced: they are read again for each analysis.
  const others = new Set<string>()
  const folders = new Map<string, readonly string[]>(TOP_FOLDERS.map((name) => [`${root}/${name}`, []]))
  let listed = listOnce()
  let outside: string | undefined
  /** Whether all changes of the folders are in `folders`. */
  let isKnown = false
  const list: FilesBelow = (folder) => {
    const files = listed(folder)
    folders.set(folder, files)
    return files
  }
  // Installed packages change with their lock file.
  const noteRead = (path: string) => {
    if (!path.includes('/node_modules/')) reads.add(path)
  }
  const readText = (file: string): string | undefined => {
    if (!isScriptPath(file)) others.add(file)
    const path = toProjectPath(root, file)
    noteRead(path)
    return edits.get(path) ?? readTextFile(path)
  }
  const { parse, findTree } = createParsedTrees(root)
  const { reader, engine } = openReader(
    { loadTypeScript: () => loadMorph().ts, root, textOf: readText, list, parse },
    [
      ...provideProject(root, noteRead),
      provideInput(FOREIGN_RESOLVERS, () => hasForeignResolvers(root)),
      provideInput(APPEARED, () => 0),
    ],
    trace,
  )
  return {
    reader,
    engine,
    findTree,
    textOf: (file) => reader.textOf(toProjectName(root, resolve(root, file))),
    list,
    refresh() {
      listed = listOnce()
      const before = [...folders]
      const isSameLayout = isKnown && before.every(([folder, files]) => isSameList(files, list(folder)))
      const state = `${outsideState(root)} ${readdirSync(root).join('\n')}`
      if (!isSameLayout || state !== outside) {
        engine.invalidate(KIND)
        engine.set(LAYOUT, {})
      }
      isKnown = true
      if (state !== outside) for (const input of [OUTSIDE_TEXT, REAL_PATH, SOURCE_PATHS]) engine.invalidate(input)
      outside = state
      engine.invalidate(FOREIGN_RESOLVERS)
      for (const file of others) engine.invalidate(TEXT, file)
    },
    invalidate(files) {
      for (const file of files) {
        edits.delete(file)
        // It may have been added or removed.
        if (!isScriptPath(file) || !engine.isRead(TEXT, toProjectName(root, file)) || readKind(file) === undefined)
          isKnown = false
        engine.invalidate(TEXT, toProjectName(root, file))
        engine.invalidate(OUTSIDE_TEXT, file)
        const top = isBelow(root, file) ? root : (workspace ?? file)
        for (const path of listPathsBelow(top, file)) engine.invalidate(KIND, path)
      }
    },
    edit(file, text) {
      edits.set(file, text)
      engine.invalidate(TEXT, toProjectName(root, file))
    },
    reads: () => [...reads],
    folders: () => [...folders.keys()],
    hasEdits: () => edits.size > 0,
  }
}

/** Returns a file and its folders, without `top`. */
function listPathsBelow(top: string, file: string): readonly string[] {
  return file.length > top.length ? [file, ...listPathsBelow(top, file.slice(0, file.lastIndexOf('/')))] : []
}

function hasForeignResolvers(root: string): boolean {
  try {
    const names = readdirSync(root)
    if (names.some((name) => VITE_CONFIG_FILE.test(name) || name.startsWith('.pnp.'))) return true
    return CONFIG_FILES.some((name) => names.includes(name) && VITE_FIELD.test(readTextFile(`${root}/${name}`) ?? ''))
  } catch {
    return false
  }
}

/** The field `vite` of `fw.config.ts`, whose plugins are known only when it runs. */
const VITE_FIELD = /\bvite\s*[:,}]/

function isSameList(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && before.every((name, index) => name === after[index])
}
