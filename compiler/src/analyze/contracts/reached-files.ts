/** The files that the types of a file depend on, and the paths at which a new file would change them. */
import { defineQuery, type Read } from '#engine/query.ts'
import { type ReadFiles, readTypeImports, type TypeImports } from '#program/read-files.ts'
import { READER, TEXT } from '../app-reader.ts'
import { toProjectName } from '../modules/workspace-files.ts'
import { APPEARED, openFile, TYPE_BASE } from './type-host.ts'

const NO_IMPORTS: TypeImports = { targets: [], specifiers: [], absent: [], dangling: false }

/** Imports of one file, at an absolute path. */
export const TYPE_IMPORTS = defineQuery<TypeImports>('type imports', (read, file) => {
  const name = toProjectName(read(READER).root, file)
  read(TYPE_BASE)
  read(TEXT, name)
  const opened = openFile(read, name)
  const imports = opened === undefined ? NO_IMPORTS : readTypeImports(opened.context, opened.source)
  waitForFiles(read, imports)
  return imports
})

/** Makes the result of a query depend on new files. */
export function waitForFiles(read: Read, { absent, dangling }: Pick<ReadFiles, 'absent' | 'dangling'>): void {
  for (const path of absent) read(APPEARED, path)
  if (dangling) read(APPEARED)
}

interface ReachedFiles extends ReadFiles {
  /** An import of the file leads back to it, or all files see its declarations. */
  readonly isEntangled: boolean
  /** Those of the files that every file depends on: global declarations, the types of `ctx`, and their imports. */
  readonly around: readonly string[]
}

/** Everything that the types of a file, at an absolute path, depend on. */
export const REACHED_FILES = defineQuery<ReachedFiles>('reached files', (read, file) => {
  const { globals, register } = read(TYPE_BASE)
  const files = new Set([file])
  const absent = new Set<string>()
  let dangling = false
  let isEntangled = false
  const follow = (from: Iterable<string>, all: Set<string>): void => {
    // A Set is iterated in insertion order, including files that are added meanwhile.
    for (const one of from) {
      const imports = read(TYPE_IMPORTS, one)
      dangling ||= imports.dangling
      isEntangled ||= imports.targets.includes(file)
      for (const path of imports.absent) absent.add(path)
      for (const target of imports.targets) all.add(target)
    }
  }
  follow(files, files)
  // Their declarations are visible without an import.
  const around = new Set([register, ...globals])
  follow(around, around)
  around.delete(register)
  isEntangled ||= around.has(file)
  const all = [...new Set([...files, ...around])]
  return { files: all, absent: [...absent], dangling, isEntangled, around: [...around] }
})
