/** `imports` of a package.json: what `#name` means in a file of the project. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { matchPattern, readPatterns } from './source-paths.ts'

/** As for a browser: what the server alone imports is bundled by Vite, which reads the field itself. */
const CONDITIONS = new Set(['browser', 'module', 'import', 'default', 'production'])

/**
 * The absolute path that `specifier`, as `#db`, means in a file (absolute) below `root`. `package` where it leads to one, or
 * only under conditions of the server; undefined where nothing defines it.
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

/** The first that holds, as Node chooses: a path, the first of a list, or that of the first known condition. */
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

/** The nearest folder with a package.json. */
function packageFolder(folder: string, root: string): string | undefined {
  if (existsSync(join(folder, 'package.json'))) return folder
  return folder.length > root.length ? packageFolder(dirname(folder), root) : undefined
}

function readImportsField(manifest: string): Readonly<Record<string, unknown>> {
  try {
    return Object(Object(JSON.parse(readFileSync(manifest, 'utf8').replace(/^\uFEFF/, ''))).imports)
  } catch {
    // A manifest that does not parse is reported by what loads it.
    return {}
  }
}
