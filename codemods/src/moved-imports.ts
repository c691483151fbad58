/** Updates relative imports after files have moved. Each keeps its style, with or without an extension. */
import { posix } from 'node:path'
import { Node, type SourceFile, type StringLiteral } from 'ts-morph'

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']

/** Moves of files. `moves` maps old paths to new paths. `exists` checks an old path. */
interface Moves {
  readonly moves: ReadonlyMap<string, string>
  exists(path: string): boolean
}

/** Returns the changed specifiers of `file`, which had `path` before the moves. */
export function findMovedSpecifiers(
  file: SourceFile,
  path: string,
  { moves, exists }: Moves,
): readonly { readonly literal: StringLiteral; readonly specifier: string }[] {
  const folder = posix.dirname(moves.get(path) ?? path)
  return relativeSpecifiers(file).flatMap((literal) => {
    const written = literal.getLiteralValue()
    const old = resolveSpecifier(posix.join(posix.dirname(path), written), exists)
    const target = moves.get(old.path)
    if (target === undefined && !moves.has(path)) return []
    const specifier = relativeTo(folder, toSpecifier(target ?? old.path, old.left))
    return specifier === written ? [] : [{ literal, specifier }]
  })
}

/** Returns the string literals that refer to other files: imports, exports, `import()` and `require()`. */
function relativeSpecifiers(file: SourceFile): readonly StringLiteral[] {
  return file.getImportStringLiterals().filter((literal) => {
    const text = literal.getLiteralValue()
    return Node.isStringLiteral(literal) && (text.startsWith('./') || text.startsWith('../') || text === '..')
  })
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
