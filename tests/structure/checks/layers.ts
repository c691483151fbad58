/**
 * Layers, folders and packages: imports must point to lower layers, folders of the same layer must not import each
 * other, and entry points are only for other packages.
 */

import { createResolver, getPackageName, listImports } from '../imports.ts'
import { isOurPackage, PACKAGES, PUBLIC_ENTRY_POINTS, type WorkspacePackage } from '../layers.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

interface Place {
  readonly workspacePackage: WorkspacePackage
  /** Folder or file directly in the package's source folder. */
  readonly entry: string
  /** Undefined for an entry that the table doesn't contain. */
  readonly layer: number | undefined
  readonly isEntryPoint: boolean
}

export function checkLayers(
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[] = PACKAGES,
): readonly Violation[] {
  const { resolve } = createResolver(files)
  const violations: Violation[] = []
  for (const file of files.filter(({ path }) => isScript(path))) {
    const from = locate(file.path, packages)
    if (from === undefined) continue
    if (from.layer === undefined) {
      violations.push({
        file: file.path,
        message: `"${from.entry}" has no layer; add it to tests/structure/layers.ts`,
      })
    }
    for (const { specifier, line } of listImports(file)) {
      const target = resolve(file.path, specifier)
      const message = findPathProblem(specifier, target) ?? findImportProblem(from, specifier, target, packages)
      if (message !== undefined) violations.push({ file: file.path, line, message })
    }
  }
  return violations
}

function findImportProblem(
  from: Place,
  specifier: string,
  target: string | undefined,
  packages: readonly WorkspacePackage[],
): string | undefined {
  if (isOurPackage(getPackageName(specifier))) return findPackageImportProblem(from.workspacePackage, specifier)
  const to = target === undefined ? undefined : locate(target, packages)
  if (to === undefined) return undefined
  if (to.workspacePackage !== from.workspacePackage)
    return `imports from the inside of ${to.workspacePackage.source}; import an entry point of the package`
  return findLayerProblem(from, to)
}

function findPathProblem(specifier: string, target: string | undefined): string | undefined {
  if (specifier.startsWith('../../')) return `"${specifier}" climbs more than one folder; use the package's # imports`
  if (/^[.#]/.test(specifier) && target === undefined) return `"${specifier}" is not a file of the repository`
  return undefined
}

function findPackageImportProblem(workspacePackage: WorkspacePackage, specifier: string): string | undefined {
  const allowed = workspacePackage.mayImport.some((name) =>
    name.endsWith('/*') ? specifier.startsWith(name.slice(0, -1)) : name === specifier,
  )
  return allowed ? undefined : `${workspacePackage.name} may not import "${specifier}"`
}

function findLayerProblem(from: Place, to: Place): string | undefined {
  if (from.isEntryPoint) return undefined
  if (to.isEntryPoint) return `imports the entry point "${to.entry}"; import the file that it re-exports`
  if (from.entry === to.entry || from.layer === undefined || to.layer === undefined) return undefined
  if (from.layer > to.layer) return undefined
  return from.layer === to.layer
    ? `"${from.entry}" and "${to.entry}" share layer ${from.layer} and must not import each other`
    : `"${from.entry}" (layer ${from.layer}) imports up from "${to.entry}" (layer ${to.layer})`
}

function locate(path: string, packages: readonly WorkspacePackage[]): Place | undefined {
  const workspacePackage = packages.find(({ source }) => path.startsWith(`${source}/`))
  if (workspacePackage === undefined) return undefined
  const entry = path.slice(workspacePackage.source.length + 1).split('/')[0] ?? ''
  const isEntryPoint = workspacePackage.entryPoints.includes(entry)
  return {
    workspacePackage,
    entry,
    layer: isEntryPoint ? Number.POSITIVE_INFINITY : workspacePackage.layers[entry],
    isEntryPoint,
  }
}

/** Requires that apps import the packages only through public entry points. */
export function checkPublicEntryPoints(files: readonly SourceFile[]): readonly Violation[] {
  const apps = files.filter(({ path }) => path.startsWith('playground/') && isScript(path))
  return apps.flatMap((file) =>
    listImports(file)
      .filter(({ specifier }) => isOurPackage(getPackageName(specifier)) && !PUBLIC_ENTRY_POINTS.includes(specifier))
      .map(({ specifier, line }) => ({ file: file.path, line, message: `"${specifier}" is not a public entry point` })),
  )
}
