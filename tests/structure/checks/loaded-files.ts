/**
 * A running server must load no compiler package, a browser no `node:` module, and dev no optional module at its start.
 */

import { createResolver, getPackageName, type Import, listImports } from '../imports.ts'
import { BROWSER_ENTRY_POINTS, COMPILER_PACKAGES, LATE_IN_DEV, PACKAGES } from '../layers.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

/** Follows static and dynamic imports from the runtime's entry points. */
export function checkServerImports(files: readonly SourceFile[]): readonly Violation[] {
  const runtime = PACKAGES[0]
  const entryPoints = runtime?.entryPoints.map((entryPoint) => `${runtime.source}/${entryPoint}`) ?? []
  return reachable(files, entryPoints, ({ specifier }) => {
    const name = getPackageName(specifier)
    return name !== undefined && COMPILER_PACKAGES.includes(name) ? `the compiler package "${name}"` : undefined
  })
}

export function checkBrowserImports(files: readonly SourceFile[]): readonly Violation[] {
  return reachable(files, BROWSER_ENTRY_POINTS, ({ specifier }) =>
    specifier.startsWith('node:') ? `"${specifier}"` : undefined,
  )
}

/**
 * Checks the files that `fw dev` loads before its first response: each file costs half a millisecond, and a compiler
 * hundreds.
 */
export function checkDevStart(files: readonly SourceFile[]): readonly Violation[] {
  const entryPoints = ['compiler/src/dev.ts']
  const { resolve } = createResolver(files)
  const atOnce = (one: Import): boolean => !one.lazy
  return reachable(
    files,
    entryPoints,
    ({ specifier }, path) => {
      const name = getPackageName(specifier) ?? resolve(path, specifier)
      const late = LATE_IN_DEV.find((entry) => name === entry || (entry.endsWith('/') && name?.startsWith(entry)))
      return late === undefined ? undefined : `"${late}" at its start; import() it where it is needed`
    },
    atOnce,
  )
}

function reachable(
  files: readonly SourceFile[],
  entryPoints: readonly string[],
  problem: (one: Import, path: string) => string | undefined,
  isFollowed: (one: Import) => boolean = () => true,
): readonly Violation[] {
  const { resolve } = createResolver(files)
  const byPath = new Map(files.map((file) => [file.path, file]))
  const from = new Map<string, string>(
    entryPoints.filter((entryPoint) => byPath.has(entryPoint)).map((entryPoint) => [entryPoint, entryPoint]),
  )
  const violations: Violation[] = []
  for (const [path, entryPoint] of from) {
    const file = byPath.get(path)
    if (file === undefined || !isScript(path)) continue
    for (const one of listImports(file).filter((each) => !each.typeOnly && isFollowed(each))) {
      const found = problem(one, path)
      if (found !== undefined) {
        violations.push({ file: path, line: one.line, message: `${entryPoint} reaches ${found}` })
        continue
      }
      const target = resolve(path, one.specifier)
      if (target !== undefined && !from.has(target)) from.set(target, entryPoint)
    }
  }
  return violations
}

/** Matches a compiler package at the beginning of any string. */
const NAMED = new RegExp(`["'\`](?:${COMPILER_PACKAGES.join('|')})["'\`/]`)

/** Checks a built server bundle: its imports, and the bundled files (by the paths in its comments). */
export function checkServerBundle(bundle: readonly SourceFile[]): readonly Violation[] {
  return bundle
    .filter(({ path }) => isScript(path))
    .flatMap((file) => [
      // Parsing a bundle takes a second, and most bundles contain no such package name.
      ...(NAMED.test(file.text) ? listImports(file) : []).flatMap(({ specifier, line }) => {
        const name = getPackageName(specifier)
        if (name === undefined || !COMPILER_PACKAGES.includes(name)) return []
        return [{ file: file.path, line, message: `the server bundle imports "${name}"` }]
      }),
      ...COMPILER_PACKAGES.filter((name) => file.text.includes(`node_modules/${name}/`)).map((name) => ({
        file: file.path,
        message: `the server bundle contains "${name}"`,
      })),
    ])
}
