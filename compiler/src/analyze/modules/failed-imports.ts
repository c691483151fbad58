/**
 * Finds imports that fail in files that an app loads: `fw check` reports them as the build and dev do when they load
 * the files.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isRecord } from '@fw/runtime/contract'
import type { FailedImportFact } from '#diagnostic/import-facts.ts'
import type { AppReader } from '../app-reader.ts'
import { createFailedEntry, createFailedImport, getPackageName } from './import-hints.ts'
import { readPackageImport } from './package-imports.ts'
import { createMappedResolver, findFile } from './resolve-import.ts'
import { isServerBuiltin } from './server-only.ts'
import { followImports, isScript, type SourceRoots } from './source-files.ts'
import { matchPattern, readPatterns } from './source-paths.ts'
import { readOnce } from './tree-cache.ts'
import { readValueImports } from './value-imports.ts'

/** Result of resolving an import; `entry`: the package exists but doesn't export the requested entry. */
type Lead = 'somewhere' | 'nowhere' | 'entry'

/** Reads `modules` and their imports, in the order of the files. */
export function findFailedImports(
  reader: AppReader,
  roots: Pick<SourceRoots, 'modules' | 'resolveImport'>,
): readonly FailedImportFact[] {
  const { root } = reader
  const look = importLookup(root)
  const files = [...followImports(reader, roots)].filter(isScript).sort()
  return files.flatMap((file) => {
    const imports = readOnce(reader, file, readValueImports) ?? []
    return imports.flatMap(({ specifier }): FailedImportFact[] => {
      if (roots.resolveImport(specifier, file) !== undefined) return []
      const lead = look(specifier, file)
      if (lead === 'somewhere') return []
      return [lead === 'entry' ? createFailedEntry(root, file, specifier) : createFailedImport(root, file, specifier)]
    })
  })
}

/** Returns a resolver for imports that don't name a file of the project. */
function importLookup(root: string): (specifier: string, file: string) => Lead {
  const findMapped = createMappedResolver(root)
  // Plugins of an app's own Vite build, and Yarn's, may resolve further imports.
  const names = existsSync(root) ? readdirSync(root) : []
  const isForeign = names.some((name) => /^(?:vite\.config\.|\.pnp\.)/.test(name))
  return (specifier, file) => {
    const bare = specifier.slice(0, 1) + specifier.slice(1).replace(/[?#].*$/, '')
    const has = (path: string): Lead => (existsSync(path) || findFile(path) !== undefined ? 'somewhere' : 'nowhere')
    if (/^\.{1,2}(?:\/|$)/.test(bare)) return has(resolve(root, dirname(file), bare))
    if (isForeign || isServerBuiltin(bare) || /^(?:[a-z][a-z\d+.-]*:|\0)/i.test(bare)) return 'somewhere'
    if (bare.startsWith('/')) return has(`${root}${bare}`) === 'somewhere' ? 'somewhere' : has(`${root}/public${bare}`)
    if (findMapped(bare) !== undefined) return 'somewhere'
    if (bare.startsWith('#'))
      return readPackageImport(bare, `${root}/${file}`, root) === 'package' ? 'somewhere' : 'nowhere'
    return leadOfPackage(root, file, bare)
  }
}

function leadOfPackage(root: string, file: string, specifier: string): Lead {
  const name = getPackageName(specifier)
  if (name === undefined) return 'nowhere'
  const folder = packageFolder(name, dirname(`${root}/${file}`))
  if (folder === undefined) return readManifest(root).name === name ? 'somewhere' : 'nowhere'
  const { exports } = readManifest(folder)
  const entry = `.${specifier.slice(name.length)}`
  if (exports !== undefined && exports !== null) return offers(exports, entry) ? 'somewhere' : 'entry'
  const path = join(folder, entry)
  return entry === '.' || existsSync(path) || findFile(path) !== undefined ? 'somewhere' : 'entry'
}

/** Returns whether `exports` of a package.json has an entry, under any conditions. */
function offers(exports: unknown, entry: string): boolean {
  if (!isRecord(exports) || !Object.keys(exports).some((key) => key.startsWith('.'))) return entry === '.'
  const found = readPatterns<unknown>(exports).find(
    (one) =>
      matchPattern(entry, one) !== undefined ||
      (one.suffix === undefined && one.prefix.endsWith('/') && entry.startsWith(one.prefix)),
  )
  return found !== undefined && found.value !== null
}

function packageFolder(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return dirname(from) === from ? undefined : packageFolder(name, dirname(from))
}

function readManifest(folder: string): { readonly name?: unknown; readonly exports?: unknown } {
  try {
    return Object(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8').replace(/^\uFEFF/, '')))
  } catch {
    // The entries of a package without a valid manifest are unknown.
    return {}
  }
}
