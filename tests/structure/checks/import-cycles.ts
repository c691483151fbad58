/** Rejects import cycles, including type imports: files of a cycle can't be understood separately. */
import { createResolver, listImports } from '../imports.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

export function checkImportCycles(files: readonly SourceFile[]): readonly Violation[] {
  const { resolve } = createResolver(files)
  const scripts = files.filter(({ path }) => isScript(path))
  const graph = new Map(
    scripts.map((file) => [
      file.path,
      listImports(file).flatMap(({ specifier }) => resolve(file.path, specifier) ?? []),
    ]),
  )
  return findCycles(graph).map((cycle) => ({
    file: cycle[0] ?? '',
    message: `import cycle: ${[...cycle, cycle[0]].join(' -> ')}`,
  }))
}

/** Finds Tarjan's strongly connected components with more than one file, or with a file that imports itself. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (path: string): number => {
    const index = order.size
    order.set(path, index)
    low.set(path, index)
    stack.push(path)
    for (const next of graph.get(path) ?? []) {
      const reached = order.has(next) ? (stack.includes(next) ? (order.get(next) ?? index) : index) : visit(next)
      low.set(path, Math.min(low.get(path) ?? index, reached))
    }
    if (low.get(path) === index) {
      const cycle = stack.splice(stack.indexOf(path))
      if (cycle.length > 1 || graph.get(path)?.includes(path)) cycles.push(cycle)
    }
    return low.get(path) ?? index
  }
  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return cycles
}
