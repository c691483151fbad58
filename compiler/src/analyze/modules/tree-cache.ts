/** Syntax trees of an app's files, and what is read of a single tree: after an edit only the affected files are read again. */

import { defineQuery } from '#engine/query.ts'
import type { ts } from '#program/typescript.ts'
import { type AppReader, READER, TEXT } from '../app-reader.ts'

/** Reads a tree with the TypeScript that parsed it. */
type ReadTree<Result> = (tsModule: typeof ts, tree: ts.SourceFile) => Result

/** Tree of a file, relative to the root. A new text has a new tree. */
const TREE = defineQuery<ts.SourceFile | undefined>(
  'tree',
  (read, file) => {
    const text = read(TEXT, file)
    return text === undefined ? undefined : read(READER).parse(file, text)
  },
  { isEqual: Object.is },
)

/** Results by tree: the readers of an editor, which are created anew for each request, share its trees. */
const results = new WeakMap<ts.SourceFile, Map<ReadTree<unknown>, unknown>>()

/** Returns the tree of a file, relative to the root, or `undefined` if the file doesn't exist. */
export function getTree(reader: AppReader, file: string): ts.SourceFile | undefined {
  return reader.read(TREE, file)
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
