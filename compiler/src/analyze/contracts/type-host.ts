/** The program whose types are analyzed: the check's own, or that of an editor. Queries read it through these inputs. */
import { defineInput, type Read } from '#engine/query.ts'
import type { LibChoice } from '#program/compiler-options.ts'
import type { ts } from '#program/typescript.ts'
import type { ModuleContext } from '../apis/derive-side.ts'
import { READER } from '../app-reader.ts'
import { toProjectPath } from '../modules/workspace-files.ts'
import type { StoredFile } from './analyzed-file.ts'

/** A file in a program. */
export interface OpenFile {
  readonly context: ModuleContext
  readonly source: ts.SourceFile
}

/** Paths are absolute, with `/`. */
export interface TypeHost {
  /** The libraries that are tried first; `full` after they have resolved a name that the lean ones don't declare. */
  readonly lib: LibChoice
  /** Returns a file with its program, or `undefined` if the program doesn't contain it. */
  open(file: string, lib: LibChoice): OpenFile | undefined
  /** Sets `lib` to `full`. */
  preferFull(): void
  /** Returns the result that an earlier process has stored, if no file that it depends on has changed. */
  load(id: string): StoredFile | undefined
}

/** What all types depend on. A new value means that everything is derived again. */
export interface TypeBase {
  /** Changes with compiler options, packages and ambient declarations. */
  readonly key: string
  /** Number of changes that no single file describes. */
  readonly revision: number
  /** Files that every module sees without importing them. Absolute paths. */
  readonly globals: readonly string[]
  /** The generated declarations, which import the types of `ctx` and `session`. */
  readonly register: string
}

export const TYPES = defineInput<TypeHost>('types', Object.is)

export const TYPE_BASE = defineInput<TypeBase>('options and declarations')

/** Number of times that a file has appeared at a path that was looked up in vain; without a key, at any path. */
export const APPEARED = defineInput<number>('new file')

/** Opens a file, relative to the root, as it is now. The caller reads the texts that its result depends on. */
export function openFile(read: Read, file: string, lib?: LibChoice): OpenFile | undefined {
  const types = read(TYPES)
  return types.open(toProjectPath(read(READER).root, file), lib ?? types.lib)
}
