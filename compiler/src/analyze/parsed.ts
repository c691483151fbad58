/** What was read off a syntax tree, kept as long as the tree: after an edit only the files that it touched are read anew. */
import type { ts } from '../program/typescript.ts'
import type { AppReader } from './app-reader.ts'

const trees = new WeakMap<AppReader, Map<string, ts.SourceFile>>()
const results = new WeakMap<ts.SourceFile, Map<(tree: ts.SourceFile) => unknown, unknown>>()

/** The tree of a file, relative to the root; undefined when there is no such file. */
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

/** What `read` (one function for all calls) finds in the tree of a file, read once for each tree. */
export function readOnce<Result>(
  reader: AppReader,
  file: string,
  read: (tree: ts.SourceFile) => Result,
): Result | undefined {
  const tree = getTree(reader, file)
  if (tree === undefined) return undefined
  const known = results.get(tree) ?? new Map<(tree: ts.SourceFile) => unknown, unknown>()
  results.set(tree, known)
  if (!known.has(read)) known.set(read, read(tree))
  return known.get(read) as Result // what the same function answered
}
