/**
 * The trees of an app's files, which the readers of their syntax and the programs share: each file is parsed once for a
 * text.
 */
import { resolve } from 'node:path'
import { parseTree } from './parse-file.ts'
import type { ts } from './typescript.ts'

/** Returns the tree of a file (absolute) with this content, or `undefined` if the app's readers won't need it. */
export type FindTree = (file: string, text: string) => ts.SourceFile | undefined

interface ParsedTrees {
  /** Parses a file, relative to the root. */
  parse(file: string, text: string): ts.SourceFile
  readonly findTree: FindTree
}

/** Readers read the app's own modules, but no declarations. */
const MODULE = /(?<!\.d)\.[cm]?tsx?$/

/** Creates the trees, of which it keeps the last one of each file. */
export function createParsedTrees(root: string): ParsedTrees {
  const trees = new Map<string, ts.SourceFile>()
  const share = (path: string, text: string): ts.SourceFile => {
    const known = trees.get(path)
    if (known?.text === text) return known
    const tree = parseTree(path, text)
    trees.set(path, tree)
    return tree
  }
  return {
    parse: (file, text) => share(resolve(root, file).replaceAll('\\', '/'), text),
    findTree(file, text) {
      const isOwn = file.startsWith(`${root}/`) && !file.includes('/node_modules/') && MODULE.test(file)
      if (isOwn) return share(file, text)
      const known = trees.get(file)
      return known?.text === text ? known : undefined
    },
  }
}
