/** Finds out whether an installed package can call functions of the runtime, from the dependencies that it declares. */
import { join } from '#slash-path.ts'
import { findPackage } from './failed-imports.ts'
import { readManifestText } from './package-imports.ts'
import type { ProjectFiles } from './project-files.ts'

const RUNTIME = '@fw/runtime'
/** Fields with packages that may be missing. */
const OPTIONAL = ['optionalDependencies', 'peerDependencies'] as const

interface Dependency {
  readonly name: string
  /** Absolute path of the folder from which it is found. */
  readonly from: string
  readonly isOptional: boolean
}

/**
 * Returns whether the package `name`, imported in a folder (absolute), or one of its dependencies depends on the runtime. The
 * result is true for a package that isn't found, since its code is unknown.
 */
export function mayUseRuntime(project: ProjectFiles, name: string, from: string): boolean {
  const found = new Set<string>()
  const pending: Dependency[] = [{ name, from, isOptional: false }]
  // The list grows while it is iterated.
  for (const dependency of pending) {
    if (dependency.name === RUNTIME) return true
    const folder = findPackage(project, dependency.name, dependency.from)
    if (folder === undefined && !dependency.isOptional) return true
    // A package manager links packages from folders in which their dependencies are.
    const real = folder && (project.realOf(folder) ?? folder)
    if (real === undefined || found.has(real)) continue
    found.add(real)
    pending.push(...listDependencies(readManifestText(project.textOf(join(folder ?? real, 'package.json'))), real))
  }
  return false
}

function listDependencies(manifest: Readonly<Record<string, unknown>>, folder: string): readonly Dependency[] {
  const optional = OPTIONAL.flatMap((field) => Object.keys(Object(manifest[field])))
  const names = [...new Set([...Object.keys(Object(manifest.dependencies)), ...optional])]
  return names.map((name) => ({ name, from: folder, isOptional: optional.includes(name) }))
}
