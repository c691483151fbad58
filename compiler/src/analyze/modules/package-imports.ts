/** Resolves `imports` of a package.json: `#name` in a file of the project. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { matchPattern, readPatterns } from './source-paths.ts'

/** Conditions for browsers. Vite bundles the server and reads the field itself. */
const CONDITIONS = new Set(['browser', 'module', 'import', 'default', 'production'])

/**
 * Returns the absolute path of a `specifier` such as `#db` in a file (absolute) below `root`; `package` if it refers to
 * a package, or only under server conditions; `undefined` if no field defines it.
 */
export function readPackageImport(specifier: string, from: string, root: string): string | 'package' | undefined {
  const folder = packageFolder(dirname(from), root)
  if (folder === undefined) return undefined
  for (const { prefix, suffix, value } of readPatterns(readImportsField(join(folder, 'package.json')))) {
    const star = matchPattern(specifier, { prefix, suffix })
    if (star === undefined) continue
    const path = chooseTarget(value)
    return path?.startsWith('./')
      ? join(
          folder,
          path.replaceAll('*', () => star),
        )
      : 'package'
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
function packageFolder(folder: string, root: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return folder
  return folder.length > root.length ? packageFolder(dirname(folder), root) : undefined
}

function readImportsField(manifest: string): Readonly<Record<string, unknown>> {
  try {
    return Object(Object(JSON.parse(readFileSync(manifest, 'utf8').replace(/^\uFEFF/, ''))).imports)
  } catch {
    // The code that loads the manifest reports its syntax errors.
    return {}
  }
}
