/** Resolves `imports` of a package.json: `#name` in a file of the project. */
import { dirname } from 'node:path'
import { join } from '#slash-path.ts'
import type { ProjectFiles } from './project-files.ts'
import { matchPattern, readPatterns } from './source-paths.ts'

/** Conditions for browsers. Vite bundles the server and reads the field itself. */
const CONDITIONS = new Set(['solid', 'browser', 'module', 'import', 'default', 'production'])

/**
 * Returns the absolute path of a `specifier` such as `#db` in a file (absolute) of the project; `package` if it refers to
 * a package, or only under server conditions; `undefined` if no field defines it.
 */
export function readPackageImport(
  specifier: string,
  from: string,
  project: ProjectFiles,
): string | 'package' | undefined {
  const folder = packageFolder(dirname(from), project)
  if (folder === undefined) return undefined
  const imports: Readonly<Record<string, unknown>> = Object(
    readManifestText(project.textOf(join(folder, 'package.json'))).imports,
  )
  return findTarget(imports, specifier, folder)
}

/**
 * Returns the path that the entry of `imports` or `exports` for a name leads to, or `package` if that isn't a file of
 * `folder`.
 */
export function findTarget(
  entries: Readonly<Record<string, unknown>>,
  name: string,
  folder: string,
): string | 'package' | undefined {
  for (const { prefix, suffix, value } of readPatterns(entries)) {
    const star = matchPattern(name, { prefix, suffix })
    if (star === undefined) continue
    const path = chooseTarget(value)?.replaceAll('*', () => star)
    return path?.startsWith('./') ? join(folder, path) : 'package'
  }
  return undefined
}

/**
 * Returns the first match, as Node does: a path, the first item of a list, or the target of the first known condition.
 */
function chooseTarget(target: unknown): string | undefined {
  if (typeof target === 'string') return target
  if (Array.isArray(target)) return target.map(chooseTarget).find((one) => one !== undefined)
  if (typeof target !== 'object' || target === null) return undefined
  for (const [condition, inner] of Object.entries(target)) {
    const chosen = CONDITIONS.has(condition) ? chooseTarget(inner) : undefined
    if (chosen !== undefined) return chosen
  }
  return undefined
}

/** Returns the nearest folder with a package.json. */
function packageFolder(folder: string, project: ProjectFiles): string | undefined {
  if (project.kindOf(join(folder, 'package.json')) === 'file') return folder
  const { root, workspace = root } = project
  return folder.length > workspace.length ? packageFolder(dirname(folder), project) : undefined
}

/** Returns the fields of a package.json; none if it is missing or has a syntax error. */
export function readManifestText(manifest = ''): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(manifest))
  } catch {
    // The code that loads the manifest reports its syntax errors.
    return {}
  }
}
