/**
 * Files that the types of a file depend on: the files that it imports, and the paths that were tried before an import was
 * resolved. Packages are skipped: installing one changes the lock file.
 */
import type { ts } from './typescript.ts'

/** Absolute paths. */
export interface ReadFiles {
  /** The file and everything that it imports or refers to, directly or indirectly. */
  readonly files: readonly string[]
  /** Missing files that would be used instead of these if they existed. */
  readonly absent: readonly string[]
  /** An import could not be resolved: a new file may be its target. */
  readonly dangling: boolean
}

/** Imports of one file. Absolute paths. */
export interface TypeImports extends Pick<ReadFiles, 'absent' | 'dangling'> {
  readonly targets: readonly string[]
  /** The specifiers of the resolved imports, each with its target. Packages have none. */
  readonly specifiers: readonly (readonly [specifier: string, target: string])[]
}

interface Context {
  readonly ts: typeof ts
  readonly program: ts.Program
  readonly checker: ts.TypeChecker
}

/** Returns the files that every other file sees without an import: scripts, `declare global` and `declare module`. */
export function globalFiles(context: Pick<Context, 'ts' | 'program'>): readonly string[] {
  return context.program
    .getSourceFiles()
    .filter((file) => isGlobalFile(context, file))
    .map(({ fileName }) => fileName)
}

/** Returns whether a file is one of `globalFiles`. */
export function isGlobalFile({ ts, program }: Pick<Context, 'ts' | 'program'>, file: ts.SourceFile): boolean {
  return isGlobal(ts, file) && !isForeign(file.fileName) && !program.isSourceFileDefaultLibrary(file)
}

/** The nodes stay the same as long as the content does. */
const GLOBAL = new WeakMap<ts.SourceFile, boolean>()

function isGlobal(tsModule: typeof ts, file: ts.SourceFile): boolean {
  const known = GLOBAL.get(file)
  if (known !== undefined) return known
  const result = declaresGlobals(tsModule, file)
  GLOBAL.set(file, result)
  return result
}

function declaresGlobals(tsModule: typeof ts, file: ts.SourceFile): boolean {
  if (!tsModule.isExternalModule(file)) return true
  return file.statements.some(
    (node) =>
      tsModule.isModuleDeclaration(node) &&
      (tsModule.isStringLiteral(node.name) || (node.flags & tsModule.NodeFlags.GlobalAugmentation) !== 0),
  )
}

function isForeign(path: string): boolean {
  return path.includes('/node_modules/')
}

/** Returns the direct imports of a file. */
export function readTypeImports({ ts, program, checker }: Context, file: ts.SourceFile): TypeImports {
  const targets = new Set<string>()
  const specifiers = new Map<string, string>()
  const absent = new Set<string>()
  let dangling = false
  const add = ({ fileName }: ts.SourceFile, specifier?: string) => {
    if (isForeign(fileName)) return
    targets.add(fileName)
    if (specifier !== undefined) specifiers.set(specifier, fileName)
  }
  for (const specifier of listSpecifiers(ts, file)) {
    const { failedLookupLocations = [], resolvedModule } = findLookup(program, specifier, file) ?? {}
    for (const path of failedLookupLocations) if (!isForeign(path)) absent.add(path)
    const declared = checker.getSymbolAtLocation(specifier)?.valueDeclaration
    // A script has no symbol of its own.
    const target = declared ?? (resolvedModule && program.getSourceFile(resolvedModule.resolvedFileName))
    if (target === undefined) dangling = true
    else if (ts.isSourceFile(target)) add(target, specifier.text)
  }
  for (const { fileName } of file.referencedFiles) {
    const target = program.getSourceFile(ts.resolveTripleslashReference(fileName, file.fileName))
    if (target !== undefined) add(target)
  }
  return { targets: [...targets], specifiers: [...specifiers], absent: [...absent], dangling }
}

const SPECIFIERS = new WeakMap<ts.SourceFile, readonly ts.StringLiteralLike[]>()

/** Imports below the top level: in types, in expressions, and in declared modules. */
const NESTED = /\bimport\s*[(/.]|\bdeclare\b|\brequire\b/

/** Returns all imports of a file, at any level. */
function listSpecifiers(tsModule: typeof ts, file: ts.SourceFile): readonly ts.StringLiteralLike[] {
  const known = SPECIFIERS.get(file)
  if (known !== undefined) return known
  const found: ts.StringLiteralLike[] = []
  const add = (node: ts.Node | undefined): void => {
    if (node !== undefined && tsModule.isStringLiteralLike(node)) found.push(node)
  }
  const visit = (node: ts.Node): void => {
    if (tsModule.isImportDeclaration(node) || tsModule.isExportDeclaration(node)) add(node.moduleSpecifier)
    else if (tsModule.isExternalModuleReference(node)) add(node.expression)
    else if (tsModule.isImportTypeNode(node) && tsModule.isLiteralTypeNode(node.argument)) add(node.argument.literal)
    else if (tsModule.isCallExpression(node) && isImport(tsModule, node.expression)) add(node.arguments[0])
    if (deep) tsModule.forEachChild(node, visit)
  }
  const deep = NESTED.test(file.text)
  file.statements.forEach(visit)
  SPECIFIERS.set(file, found)
  return found
}

/** Matches calls of `import` and `import.defer`. */
function isImport(tsModule: typeof ts, { kind }: ts.Expression): boolean {
  return kind === tsModule.SyntaxKind.ImportKeyword || kind === tsModule.SyntaxKind.MetaProperty
}

/**
 * TypeScript has these methods for its own watch mode, and doesn't declare them: they may be absent in another version.
 */
interface Lookups {
  getResolvedModuleFromModuleSpecifier?(specifier: ts.StringLiteralLike, file: ts.SourceFile): Lookup | undefined
}

interface Lookup {
  readonly resolvedModule?: { readonly resolvedFileName: string }
  readonly failedLookupLocations?: readonly string[]
}

function findLookup(program: ts.Program & Lookups, specifier: ts.StringLiteralLike, file: ts.SourceFile) {
  return program.getResolvedModuleFromModuleSpecifier?.(specifier, file)
}
