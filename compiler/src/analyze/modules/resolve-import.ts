/**
 * Resolves imports to files of the project: one resolver for the check, the editor, the build and dev. Files in
 * packages aren't resolved.
 */
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { readPackageImport } from './package-imports.ts'
import { readSourcePaths, type SourcePaths } from './source-paths.ts'

/**
 * Returns the file that `specifier` refers to in `from`, both relative to the root; `undefined` for packages and
 * missing files.
 */
export type ResolveImport = (specifier: string, from: string) => string | undefined

const ENDINGS = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs', '/index.ts', '/index.tsx', '/index.js', '/index.jsx']

/** Caches each result, which is valid as long as no file is added or removed. */
export function importResolver({ root }: { readonly root: string }): ResolveImport {
  const local = (file: string | undefined) => {
    const isOwn = file?.startsWith(`${root}/`) === true && !/\/node_modules\/|^\/\.fw\//.test(file.slice(root.length))
    return isOwn ? file?.slice(root.length + 1) : undefined
  }
  const findMapped = createMappedResolver(root)
  const known = new Map<string, string | undefined>()
  const find = (specifier: string, from: string): string | undefined => {
    // A name of package.json#imports begins with `#`, which otherwise begins a fragment.
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
 * Creates a resolver for `paths` and `baseUrl` of tsconfig.json. It returns a file (absolute, maybe outside the
 * project), or `undefined` for other imports. The tsconfig.json is read once, at the first import.
 */
export function createMappedResolver(root: string): (specifier: string) => string | undefined {
  let paths: SourcePaths | undefined | 'unread' = 'unread'
  return (specifier) => {
    if (paths === 'unread') paths = readSourcePaths(root)
    return paths?.(specifier).flatMap((path) => findFile(path) ?? [])[0]
  }
}

/** Returns the script, or other file, at a path: as written, or with an extension. */
export function findFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined
  const slashed = path.replaceAll('\\', '/')
  const stems = [slashed, slashed.replace(/\.js(x?)$/, '.ts$1'), slashed.replace(/\.mjs$/, '.mts')]
  return stems
    .flatMap((stem) => ENDINGS.map((ending) => stem + ending))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
}
