/** Syntax trees of an app's files, kept while their text is the same. */
import type { ts } from '../program/typescript.ts'
import type { AppReader } from './app-reader.ts'

interface Kept {
  readonly text: string
  readonly tree: ts.SourceFile
  readonly read: Map<(tree: ts.SourceFile) => unknown, unknown>
}

const trees = new WeakMap<AppReader, Map<string, Kept>>()

/** The tree of a file, relative to the root; undefined when there is no such file. */
export function treeOf(reader: AppReader, file: string): ts.SourceFile | undefined {
  return kept(reader, file)?.tree
}

/** What `read` (one function for all calls) finds in the tree of a file, read once for each text. */
export function readOnce<Result>(
  reader: AppReader,
  file: string,
  read: (tree: ts.SourceFile) => Result,
): Result | undefined {
  const found = kept(reader, file)
  if (found === undefined) return undefined
  if (!found.read.has(read)) found.read.set(read, read(found.tree))
  return found.read.get(read) as Result // what the same function answered
}

function kept(reader: AppReader, file: string): Kept | undefined {
  const files = trees.get(reader) ?? new Map<string, Kept>()
  trees.set(reader, files)
  const text = reader.textOf(file)
  if (text === undefined) {
    files.delete(file)
    return undefined
  }
  const known = files.get(file)
  if (known?.text === text) return known
  const fresh = { text, tree: reader.parse(file, text), read: new Map() }
  files.set(file, fresh)
  return fresh
}
