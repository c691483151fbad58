/** Reads the imports of a source file (types, re-exports, dynamic and CommonJS imports included) and resolves them. */
import { posix } from 'node:path'
import ts from 'typescript'
import type { SourceFile } from './source-tree.ts'

export interface Import {
  readonly specifier: string
  /** `import type`, `export type`, `import('…').T`: erased at run time. */
  readonly typeOnly: boolean
  /** `import('…')` and `require('…')`: loaded when that line runs. */
  readonly lazy: boolean
  /** Starts at 1. */
  readonly line: number
}

const parsed = new WeakMap<SourceFile, ts.SourceFile>()

/** Returns the syntax tree of a file, parsed once. */
export function parse(file: SourceFile): ts.SourceFile {
  let tree = parsed.get(file)
  if (tree === undefined) {
    const kind = /\.tsx$/.test(file.path) ? ts.ScriptKind.TSX : undefined
    tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, true, kind)
    parsed.set(file, tree)
  }
  return tree
}

export function getLine(tree: ts.SourceFile, node: ts.Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1
}

const imports = new WeakMap<SourceFile, readonly Import[]>()

/** Returns every specifier in the file, in source order. Read once. */
export function listImports(file: SourceFile): readonly Import[] {
  const known = imports.get(file)
  if (known !== undefined) return known
  const tree = parse(file)
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    const literal = getSpecifier(node)
    if (literal !== undefined) {
      const [typeOnly, lazy] = [isTypeOnly(node), ts.isCallExpression(node)]
      found.push({ specifier: literal.text, typeOnly, lazy, line: getLine(tree, literal) })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  imports.set(file, found)
  return found
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
  return ts.isExportDeclaration(node) ? node.isTypeOnly : ts.isImportTypeNode(node) || ts.isModuleDeclaration(node)
}

function getSpecifier(node: ts.Node): ts.StringLiteralLike | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return asLiteral(node.moduleSpecifier)
  if (ts.isExternalModuleReference(node)) return asLiteral(node.expression)
  if (ts.isImportTypeNode(node)) {
    return ts.isLiteralTypeNode(node.argument) ? asLiteral(node.argument.literal) : undefined
  }
  if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) return node.name
  if (ts.isCallExpression(node) && isImportCall(node.expression)) return asLiteral(node.arguments[0])
  return undefined
}

/** Matches `import(…)`, `require(…)`, `require.resolve(…)`, `import.meta.resolve(…)`. */
function isImportCall(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true
  if (ts.isIdentifier(callee)) return callee.text === 'require'
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'resolve') return false
  return (
    ts.isMetaProperty(callee.expression) || (ts.isIdentifier(callee.expression) && callee.expression.text === 'require')
  )
}

function asLiteral(node: ts.Node | undefined): ts.StringLiteralLike | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node : undefined
}

/** Returns the package of a bare specifier: `@scope/name` or `name`; `undefined` for relative, `#` and `node:` ones. */
export function getPackageName(specifier: string): string | undefined {
  if (/^[./#]/.test(specifier) || specifier.startsWith('node:') || /^[a-z]+:/.test(specifier)) return undefined
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Resolves specifiers inside the repository, by the `imports` and `exports` maps of its package.json files. */
export interface Resolver {
  /** Returns the file's path, or `undefined` for files outside the repository and missing files. */
  resolve(from: string, specifier: string): string | undefined
}

export function createResolver(files: readonly SourceFile[]): Resolver {
  const paths = new Set(files.map((file) => file.path))
  const packages = files
    .filter((file) => /(?:^|\/)package\.json$/.test(file.path))
    .map((file) => ({ folder: posix.dirname(file.path), json: JSON.parse(file.text) as PackageJson }))
  const existing = (path: string): string | undefined => (paths.has(path) ? path : undefined)
  return {
    resolve(from, specifier) {
      if (specifier.startsWith('.')) return existing(posix.join(posix.dirname(from), specifier))
      if (specifier.startsWith('#')) {
        const homes = packages.filter(({ folder }) => from.startsWith(`${folder}/`))
        const home = homes.sort((left, right) => left.folder.length - right.folder.length).at(-1)
        return home && existing(posix.join(home.folder, mapSpecifier(home.json.imports, specifier) ?? '?'))
      }
      const owner = packages.find(({ json }) => json.name === getPackageName(specifier))
      const subpath = owner && `.${specifier.slice(owner.json.name?.length)}`
      return owner && subpath && existing(posix.join(owner.folder, mapSpecifier(owner.json.exports, subpath) ?? '?'))
    },
  }
}

interface PackageJson {
  readonly name?: string
  readonly imports?: Readonly<Record<string, Target>>
  readonly exports?: Readonly<Record<string, Target>>
}

type Target = string | Readonly<Record<string, unknown>>

function mapSpecifier(map: Readonly<Record<string, Target>> | undefined, key: string): string | undefined {
  for (const [pattern, target] of Object.entries(map ?? {})) {
    const [head = '', tail] = pattern.split('*')
    const star = tail === undefined ? '' : key.slice(head.length, key.length - tail.length)
    const fits = tail === undefined ? key === pattern : key.startsWith(head) && key.endsWith(tail) && star !== ''
    if (!fits) continue
    const source = typeof target === 'string' ? target : target['fw-source']
    return typeof source === 'string' ? source.replace('*', star) : undefined
  }
  return undefined
}
