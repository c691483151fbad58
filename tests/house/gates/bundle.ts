/** A running server loads no compiler package, and a browser loads no `node:` module. */
import { BROWSER_DOORS, COMPILER_PACKAGES, HOUSES } from '../floors.ts'
import { createResolver, type Import, importsOf, packageOf } from '../imports.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

/** Static and dynamic imports that the runtime's doors reach. */
export function checkServerImports(files: readonly SourceFile[]): readonly Violation[] {
  const runtime = HOUSES[0]
  const doors = runtime?.doors.map((door) => `${runtime.source}/${door}`) ?? []
  return reachable(files, doors, ({ specifier }) => {
    const name = packageOf(specifier)
    return name !== undefined && COMPILER_PACKAGES.includes(name) ? `the compiler package "${name}"` : undefined
  })
}

export function checkBrowserImports(files: readonly SourceFile[]): readonly Violation[] {
  return reachable(files, BROWSER_DOORS, ({ specifier }) =>
    specifier.startsWith('node:') ? `"${specifier}"` : undefined,
  )
}

function reachable(
  files: readonly SourceFile[],
  doors: readonly string[],
  problem: (one: Import) => string | undefined,
): readonly Violation[] {
  const { resolve } = createResolver(files)
  const byPath = new Map(files.map((file) => [file.path, file]))
  const from = new Map<string, string>(doors.filter((door) => byPath.has(door)).map((door) => [door, door]))
  const violations: Violation[] = []
  for (const [path, door] of from) {
    const file = byPath.get(path)
    if (file === undefined || !isScript(path)) continue
    for (const one of importsOf(file).filter(({ typeOnly }) => !typeOnly)) {
      const found = problem(one)
      if (found !== undefined) {
        violations.push({ file: path, line: one.line, message: `${door} reaches ${found}` })
      }
      const target = resolve(path, one.specifier)
      if (target !== undefined && !from.has(target)) from.set(target, door)
    }
  }
  return violations
}

/** A built server bundle: what it still imports, and what was bundled into it (by the paths that sources keep). */
export function checkServerBundle(bundle: readonly SourceFile[]): readonly Violation[] {
  return bundle
    .filter(({ path }) => isScript(path))
    .flatMap((file) => [
      ...importsOf(file).flatMap(({ specifier, line }) => {
        const name = packageOf(specifier)
        if (name === undefined || !COMPILER_PACKAGES.includes(name)) return []
        return [{ file: file.path, line, message: `the server bundle imports "${name}"` }]
      }),
      ...COMPILER_PACKAGES.filter((name) => file.text.includes(`node_modules/${name}/`)).map((name) => ({
        file: file.path,
        message: `the server bundle contains "${name}"`,
      })),
    ])
}
