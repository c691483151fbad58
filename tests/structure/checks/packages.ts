/**
 * A package must declare all its imports and import all its dependencies; its `exports` must refer to existing entry
 * points; it must publish `dist` and the files for readers.
 */
import { posix } from 'node:path'
import { getPackageName, listImports } from '../imports.ts'
import { PACKAGES, type WorkspacePackage } from '../layers.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly files?: readonly string[]
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/**
 * Checks the packages. `unseen`: dependencies without an import (loaded by name, or needed by generated code), with the
 * reason.
 */
export function checkPackages(
  files: readonly SourceFile[],
  unseen: Readonly<Record<string, string>> = {},
  packages: readonly WorkspacePackage[] = PACKAGES,
): readonly Violation[] {
  return packages.flatMap((workspacePackage) => {
    const path = `${posix.dirname(workspacePackage.source)}/package.json`
    const text = files.find((file) => file.path === path)?.text
    if (text === undefined) return []
    const manifest: Manifest = JSON.parse(text)
    const at = (message: string): Violation => ({ file: path, message })
    return [
      ...findDependencyProblems(files, workspacePackage, manifest, unseen).map(at),
      ...findExportProblems(files, workspacePackage, manifest).map(at),
      ...(manifest.private || manifest.files?.includes('dist') ? [] : [at('publishes no dist (`files`)')]),
    ]
  })
}

function findDependencyProblems(
  files: readonly SourceFile[],
  workspacePackage: WorkspacePackage,
  manifest: Manifest,
  unseen: Readonly<Record<string, string>>,
): readonly string[] {
  const declared = { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }
  const sources = files.filter(({ path }) => isScript(path) && path.startsWith(`${workspacePackage.source}/`))
  const imported = sources.flatMap(listImports)
  const names = new Set(imported.map(({ specifier }) => getPackageName(specifier)).filter((name) => name !== undefined))
  const running = imported.filter(({ typeOnly }) => !typeOnly).map(({ specifier }) => getPackageName(specifier))
  const missing = new Set(running.filter((name) => name !== undefined && name !== manifest.name && !(name in declared)))
  const idle = Object.keys(declared).filter((name) => !names.has(name) && !(`${manifest.name} ${name}` in unseen))
  return [
    ...[...missing].map((name) => `imports "${name}" but does not declare it`),
    ...idle.map((name) => `declares "${name}" but never imports it`),
  ]
}

function findExportProblems(
  files: readonly SourceFile[],
  workspacePackage: WorkspacePackage,
  manifest: Manifest,
): readonly string[] {
  const paths = new Set(files.map(({ path }) => path))
  const entryPoints = Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) =>
    typeof target === 'string' ? [] : [{ subpath, target, source: target['fw-source'] }],
  )
  const folder = posix.dirname(workspacePackage.source)
  return [
    ...entryPoints.flatMap(({ subpath, target, source }) => {
      if (source === undefined || !paths.has(posix.join(folder, source))) return [`"${subpath}" has no source`]
      const built = source.replace('./src/', './dist/').replace(/\.ts$/, '')
      // For Node the modules are bundled; bundlers use the modules themselves, if they have a condition.
      const modules = target['fw-modules'] ?? `${built}.js`
      const bundled = `${built.replace('./dist/', './dist/bundled/')}.js`
      const isBuilt = target.default === `${built}.js` || target.default === bundled
      const fits = isBuilt && modules === `${built}.js` && (target.types ?? `${built}.d.ts`) === `${built}.d.ts`
      return fits ? [] : [`"${subpath}" refers to "${source}", but to another file when built`]
    }),
    ...workspacePackage.entryPoints
      .filter((entryPoint) => paths.has(`${workspacePackage.source}/${entryPoint}`))
      .filter((entryPoint) => !JSON.stringify(manifest.exports ?? {}).includes(`"./src/${entryPoint}"`))
      .map((entryPoint) => `no export refers to the entry point "${entryPoint}"`),
  ]
}

interface LockedPackage {
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/**
 * Requires that the lock file contains every optional dependency, including those for other platforms: `npm ci` rejects
 * a lock that was written where a platform's package could not be found.
 */
export function checkLock(lock: SourceFile): readonly Violation[] {
  const { packages } = JSON.parse(lock.text) as { packages: Readonly<Record<string, LockedPackage>> }
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages))
      .map((name) => ({ file: lock.path, message: `"${path}" may need "${name}", which is not locked` })),
  )
}
