/** The trees of an app's files that were parsed for their syntax: a program adopts them instead of parsing a file again. */
import { resolve } from '#slash-path.ts'
import { parseTree } from './parse-file.ts'
import type { ts } from './typescript.ts'

/** Returns the tree of a file (absolute) with this content, if it was parsed. */
export type FindTree = (file: string, text: string) => ts.SourceFile | undefined

interface ParsedTrees {
  /** Parses a file, relative to the root. */
  parse(file: string, text: string): ts.SourceFile
  readonly findTree: FindTree
}

/** Creates the trees, of which it keeps the last one of each file. */
export function createParsedTrees(root: string): ParsedTrees {
  const trees = new Map<string, ts.SourceFile>()
  return {
    parse(file, text) {
      const path = resolve(root, file)
      const tree = parseTree(path, text)
      trees.set(path, tree)
      return tree
    },
    findTree(file, text) {
      const tree = trees.get(file)
      return tree?.text === text ? tree : undefined
    },
  }
}
