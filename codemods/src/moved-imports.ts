/**
 * Updates imports after files have moved: relative ones, and those by an alias of a moved file. Each keeps its style, with
 * or without an extension.
 */
import { posix } from 'node:path'
import { Node, type SourceFile, type StringLiteral } from 'ts-morph'

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']

/** Moves of files. `moves` maps old paths to new paths. `exists` checks an old path. */
export interface FileMoves {
  readonly moves: ReadonlyMap<string, string>
  /** Beginnings of specifiers, such as `@/`, and of the paths that they stand for. */
  readonly aliases: readonly (readonly [string, string])[]
  exists(path: string): boolean
}

/** Returns the changed specifiers of `file`, which had `path` before the moves. */
export function findMovedSpecifiers(
  file: SourceFile,
  path: string,
  { moves, aliases, exists }: FileMoves,
): readonly { readonly literal: StringLiteral; readonly specifier: string }[] {
  const folder = posix.dirname(moves.get(path) ?? path)
  return file.getImportStringLiterals().flatMap((literal) => {
    const written = literal.getLiteralText()
    const base = resolveBase(path, written, aliases)
    if (base === undefined || !Node.isStringLiteral(literal)) return []
    const old = resolveSpecifier(base, exists)
    const target = moves.get(old.path)
    if (target === undefined && (!moves.has(path) || !isRelative(written))) return []
    const specifier = relativeTo(folder, toSpecifier(target ?? old.path, old.left))
    return specifier === written ? [] : [{ literal, specifier }]
  })
}

function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/.test(specifier)
}

/** Returns the path for a relative specifier, or for one that begins with an alias. `undefined` for others. */
export function resolveBase(path: string, specifier: string, aliases: FileMoves['aliases']): string | undefined {
  if (isRelative(specifier)) return posix.join(posix.dirname(path), specifier)
  const alias = aliases.find(([from]) => specifier.startsWith(from))
  return alias && posix.normalize(alias[1] + specifier.slice(alias[0].length))
}

interface Resolved {
  readonly path: string
  /** Part that the specifier omits at its end. */
  readonly left: 'nothing' | 'extension' | 'index' | 'written-as-js'
}

/** Resolves a path without its extension, or with the extension of its output, to a file. */
export function resolveSpecifier(path: string, exists: (path: string) => boolean): Resolved {
  if (exists(path)) return { path, left: 'nothing' }
  const source = EXTENSIONS.map((extension) => path.replace(/\.[cm]?jsx?$/, extension)).find(exists)
  if (source !== undefined && source !== path) return { path: source, left: 'written-as-js' }
  const found = EXTENSIONS.map((extension) => path + extension).find(exists)
  if (found !== undefined) return { path: found, left: 'extension' }
  const index = EXTENSIONS.map((extension) => `${path}/index${extension}`).find(exists)
  return index === undefined ? { path, left: 'nothing' } : { path: index, left: 'index' }
}

/** Writes a path as a specifier that omits the same part. */
export function toSpecifier(path: string, left: Resolved['left']): string {
  if (left === 'nothing') return path
  if (left === 'written-as-js') return path.replace(/\.([cm]?)tsx?$/, '.$1js')
  const bare = path.replace(/\.[cm]?[jt]sx?$/, '')
  return left === 'index' ? bare.replace(/\/index$/, '') : bare
}

export function relativeTo(folder: string, path: string): string {
  const way = posix.relative(folder, path)
  return way.startsWith('.') ? way : `./${way}`
}
