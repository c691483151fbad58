/** The file of the project that an import means: one resolver for the check, the editor, the build and dev. Packages are not looked into. */
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readPackageImport } from './package-imports.ts'
import { readSourcePaths, type SourcePaths } from './source-paths.ts'

/** The file that `specifier` names in `from`, both relative to the root; undefined for packages and missing files. */
export type ResolveImport = (specifier: string, from: string) => string | undefined

const ENDINGS = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs', '/index.ts', '/index.tsx', '/index.js', '/index.jsx']

/** Remembers each result: it holds as long as no file is added or removed. */
export function importResolver({ root }: { readonly root: string }): ResolveImport {
  const local = (file: string | undefined) => {
    const isOwn = file?.startsWith(`${root}/`) === true && !/\/node_modules\/|^\/\.fw\//.test(file.slice(root.length))
    return isOwn ? file?.slice(root.length + 1) : undefined
  }
  const findMapped = createMappedResolver(root)
  const known = new Map<string, string | undefined>()
  const find = (specifier: string, from: string): string | undefined => {
    // A name of package.json#imports begins with the character that elsewhere begins a fragment.
    const bare = specifier.slice(0, 1) + specifier.slice(1).replace(/[?#].*$/, '')
    if (/^\.{1,2}(?:\/|$)/.test(bare)) return local(findFile(resolve(root, dirname(from), bare)))
    if (bare.startsWith('/')) return local(findFile(`${root}${bare}`))
    const mapped = findMapped(bare)
    if (mapped !== undefined || !bare.startsWith('#')) return local(mapped)
    const target = readPackageImport(bare, `${root}/${from}`, root)
    return target === 'package' ? undefined : local(findFile(target))
  }
  return (specifier, from) => {
    const key = `${dirname(from)}\n${specifier}`
    if (!known.has(key)) known.set(key, find(specifier, from))
    return known.get(key)
  }
}

/**
 * Finds the file (absolute, maybe outside the project) that `paths` or `baseUrl` of tsconfig.json give an import; undefined
 * where they say nothing of it. The tsconfig.json is read once, when the first import is looked up.
 */
export function createMappedResolver(root: string): (specifier: string) => string | undefined {
  let paths: SourcePaths | undefined | 'unread' = 'unread'
  return (specifier) => {
    if (paths === 'unread') paths = readSourcePaths(root)
    return paths?.(specifier).flatMap((path) => findFile(path) ?? [])[0]
  }
}

/** The script, or other file, that a path means: as it is written, or with an ending. */
export function findFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const slashed = path.replaceAll('\\', '/')
  const stems = [slashed, slashed.replace(/\.js(x?)$/, '.ts$1'), slashed.replace(/\.mjs$/, '.mts')]
  return stems
    .flatMap((stem) => ENDINGS.map((ending) => stem + ending))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
}
