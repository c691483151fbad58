/**
 * Decides which edits browsers show in place, and with which modules: edits of islands, and of files that only islands
 * import. Everything that the server renders outside of islands needs a page reload.
 */
import { readFile } from 'node:fs/promises'
import type { DevEnvironment, EnvironmentModuleNode } from 'vite'
import type { AppPaths } from '../build/app-paths.ts'
import { loadJsxAnalyzer } from '../build/transform/jsx-compiler.ts'
import { findRenderer } from '../jsx/renderer.ts'

interface SwapSurroundings {
  readonly paths: AppPaths
  readonly client: DevEnvironment
  readonly ssr: DevEnvironment
  /** See `DevSource.shape`: the shape of the last compiled version. */
  shape(file: string): readonly string[] | undefined
}

/**
 * Returns the modules that are replaced after an edit of `file`: itself, and the modules of islands that import it.
 * Returns `undefined` if only a page reload shows the edit.
 */
export async function modulesToSwap(
  file: string,
  { paths, client, ssr, shape }: SwapSurroundings,
): Promise<ReadonlySet<EnvironmentModuleNode> | undefined> {
  if (!(await keepsShape(file, { paths, shape }))) return undefined
  const isOfIslands = (node: EnvironmentModuleNode) => node.file !== null && shape(node.file) !== undefined
  for (const node of ssr.moduleGraph.getModulesByFile(file) ?? [])
    if (!isSourceOfStyles(node) && !isOnlyUnder(node, isOfIslands, new Set())) return undefined
  const found = new Set<EnvironmentModuleNode>()
  for (const node of client.moduleGraph.getModulesByFile(file) ?? []) {
    if (isSourceOfStyles(node)) {
      // Vite would reload the page for this node. The stylesheets are replaced by themselves.
      for (const stylesheet of node.importers) found.add(stylesheet)
    } else {
      found.add(node)
      if (!collect(node, isOfIslands, found, new Set())) return undefined
    }
  }
  return found
}

/**
 * Returns whether a node represents a file that a stylesheet is generated from: Tailwind reads the class names in every
 * source. Such a node isn't a module, and the stylesheet doesn't import it.
 */
function isSourceOfStyles({ id }: EnvironmentModuleNode): boolean {
  return id === null
}

/** A file may be incomplete while a program writes it: it is read again after this time in milliseconds. */
const WRITING_MS = 60

/**
 * Returns whether an edit keeps the file's shape: it isn't a React file, and a file of islands has the same exports as
 * before. A file with a syntax error counts too: the browser requests it and receives the error.
 */
async function keepsShape(file: string, { paths, shape }: Pick<SwapSurroundings, 'paths' | 'shape'>): Promise<boolean> {
  const before = shape(file)?.join()
  const { analyzeModule } = await loadJsxAnalyzer()
  const isSameShape = (code: string): boolean => {
    if (findRenderer(file, code) !== undefined) return false
    try {
      return before === undefined || before === analyzeModule({ code, file, root: paths.root }).shape?.join()
    } catch {
      return true
    }
  }
  const read = () => readFile(file, 'utf8').catch(() => '')
  for (let code = await read(), last: string | undefined; code !== last; last = code, code = await read()) {
    if (isSameShape(code)) return true
    await new Promise((resolve) => setTimeout(resolve, WRITING_MS))
  }
  return false
}

/** Returns whether all import paths from the server's entry to a module include islands. */
function isOnlyUnder(
  node: EnvironmentModuleNode,
  isOfIslands: (node: EnvironmentModuleNode) => boolean,
  seen: Set<EnvironmentModuleNode>,
): boolean {
  if (isOfIslands(node) || seen.has(node)) return true
  seen.add(node)
  const importers = [...node.importers]
  return importers.length > 0 && importers.every((importer) => isOnlyUnder(importer, isOfIslands, seen))
}

/** Adds the modules of islands from here upwards. Returns `false` if another module imports this one. */
function collect(
  node: EnvironmentModuleNode,
  isOfIslands: (node: EnvironmentModuleNode) => boolean,
  found: Set<EnvironmentModuleNode>,
  seen: Set<EnvironmentModuleNode>,
): boolean {
  if (seen.has(node)) return true
  seen.add(node)
  const isOwn = isOfIslands(node)
  if (isOwn) found.add(node)
  return (
    (isOwn || node.importers.size > 0) && [...node.importers].every((one) => collect(one, isOfIslands, found, seen))
  )
}

/** Returns the URL under which a browser gets the newest version of a module. */
export function getNewestUrl(url: string, { moduleGraph }: DevEnvironment): string {
  const stamp = moduleGraph.urlToModuleMap.get(url)?.lastHMRTimestamp ?? 0
  return stamp === 0 ? url : `${url}?t=${stamp}`
}
