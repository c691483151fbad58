/** Checks the names of functions: `xOf` and participles only describe a result, a verb phrase describes the action. */
import ts from 'typescript'
import { getLine, parse } from '../imports.ts'
import { PACKAGES } from '../layers.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

export interface NamedFunction {
  readonly name: string
  readonly file: string
  /** Starts at 1. */
  readonly line: number
}

/** Lists the named functions of the packages: declarations, methods, and constants and members that hold a function. */
export function listFunctions(files: readonly SourceFile[]): readonly NamedFunction[] {
  const sources = files.filter(
    ({ path }) => isScript(path) && PACKAGES.some(({ source }) => path.startsWith(`${source}/`)),
  )
  return sources.flatMap((file) => {
    const tree = parse(file)
    const found: NamedFunction[] = []
    const visit = (node: ts.Node): void => {
      const name = readName(node)
      if (name !== undefined) found.push({ name: name.text, file: file.path, line: getLine(tree, name) })
      ts.forEachChild(node, visit)
    }
    visit(tree)
    return found
  })
}

function readName(node: ts.Node): ts.Identifier | undefined {
  if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) {
    return node.name !== undefined && ts.isIdentifier(node.name) && node.body !== undefined ? node.name : undefined
  }
  if (!ts.isVariableDeclaration(node) && !ts.isPropertyDeclaration(node)) return undefined
  const value = node.initializer
  if (value === undefined || !(ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return undefined
  return ts.isIdentifier(node.name) ? node.name : undefined
}

/** Names that end in `Of` because of the contract, or by convention: `indexOf`. */
const GIVEN_NAMES: ReadonlySet<string> = new Set([
  'subjectOf',
  'indexOf',
  'lastIndexOf',
  'typeOf',
  'instanceOf',
  'oneOf',
])

export function usesOfSuffix({ name }: NamedFunction): boolean {
  return /[a-z0-9]Of$/.test(name) && !GIVEN_NAMES.has(name)
}

/** Verbs whose base form ends like a participle. */
const VERBS: ReadonlySet<string> = new Set(
  'bring embed exceed feed heed need ping proceed cycle seed sing speed spring string succeed swing wing'.split(' '),
)
/** First words that are nouns, or usual adjectives, although they end like a participle. */
const NOUNS: ReadonlySet<string> = new Set('heading listing setting nothing string thing shed bed'.split(' '))

export function isParticiple({ name }: NamedFunction): boolean {
  const [first = ''] = name.split(/(?=[A-Z])/)
  return first.length > 4 && /(?:ed|ing)$/.test(first) && !VERBS.has(first) && !NOUNS.has(first)
}

export interface NameLimits {
  /** Largest share of functions called `xOf`, in percent. */
  readonly of: number
  /** Largest share of functions named by a participle, in percent. */
  readonly participle: number
}

/** Reports the functions over a share, one line each, since every one of them counts. */
export function checkFunctionNames(files: readonly SourceFile[], limits: NameLimits): readonly Violation[] {
  const functions = listFunctions(files)
  const tooMany = (named: readonly NamedFunction[], percent: number, kind: string): readonly Violation[] =>
    (named.length / functions.length) * 100 <= percent
      ? []
      : named.map(({ file, line, name }) => ({ file, line, message: `"${name}" is named ${kind}; use a verb phrase` }))
  return [
    ...tooMany(functions.filter(usesOfSuffix), limits.of, 'by "of"'),
    ...tooMany(functions.filter(isParticiple), limits.participle, 'by a participle'),
  ]
}
