/** Results of reading a syntax tree, cached with the tree: after an edit only the affected files are read again. */
import type { ts } from '#program/typescript.ts'
import type { AppReader } from '../app-reader.ts'

/** Reads a tree with the TypeScript that parsed it. */
type ReadTree<Result> = (tsModule: typeof ts, tree: ts.SourceFile) => Result

const trees = new WeakMap<AppReader, Map<string, ts.SourceFile>>()
const results = new WeakMap<ts.SourceFile, Map<ReadTree<unknown>, unknown>>()

/** Returns the tree of a file, relative to the root, or `undefined` if the file doesn't exist. */
export function getTree(reader: AppReader, file: string): ts.SourceFile | undefined {
  const files = trees.get(reader) ?? new Map<string, ts.SourceFile>()
  trees.set(reader, files)
  const text = reader.textOf(file)
  if (text === undefined) {
    files.delete(file)
    return undefined
  }
  const known = files.get(file)
  if (known?.text === text) return known
  const fresh = reader.parse(file, text)
  files.set(file, fresh)
  return fresh
}

/**
 * Returns the result of `read` for a file's tree, computed once for each tree. `read` must be the same function in all
 * calls.
 */
export function readOnce<Result>(reader: AppReader, file: string, read: ReadTree<Result>): Result | undefined {
  const tree = getTree(reader, file)
  if (tree === undefined) return undefined
  const known = results.get(tree) ?? new Map<ReadTree<unknown>, unknown>()
  results.set(tree, known)
  if (!known.has(read)) known.set(read, read(reader.ts, tree))
  return known.get(read) as Result // the result of the same function
}
