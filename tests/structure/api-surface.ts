/** The exports of the entry points, read by the type checker: each name with the signature that its users depend on. */
import ts from 'typescript'
import { REPOSITORY } from './source-tree.ts'

export interface EntryPointExport {
  readonly name: string
  /** One line: kind, name and type. */
  readonly signature: string
  /** Its doc comment; empty if it has none. */
  readonly prose: string
  /** The declaration for readers: without bodies, with the comments of its members. */
  readonly declaration: string
}

export type Surface = Readonly<Record<string, readonly EntryPointExport[]>>

/** Files on disk are parsed once for all programs of a run. */
const parsed = new Map<string, ts.SourceFile>()

/**
 * Reads the surface. `entryPoints`: specifier -> source file. `overlay`: files that exist only in memory (for a check's own
 * test).
 */
export function readSurface(
  entryPoints: Readonly<Record<string, string>>,
  overlay: ReadonlyMap<string, string> = new Map(),
): Surface {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    customConditions: ['fw-source'],
    jsx: ts.JsxEmit.Preserve,
    jsxImportSource: 'solid-js',
    types: ['node'],
    typeRoots: [`${REPOSITORY}/node_modules/@types`],
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (path) => overlay.has(path) || fileExists(path)
  host.readFile = (path) => overlay.get(path) ?? readFile(path)
  host.getSourceFile = (path, ...rest) => {
    const text = overlay.get(path)
    if (text !== undefined) return ts.createSourceFile(path, text, rest[0], true)
    const file = parsed.get(path) ?? getSourceFile(path, ...rest)
    if (file !== undefined) parsed.set(path, file)
    return file
  }
  const program = ts.createProgram(Object.values(entryPoints), options, host)
  return Object.fromEntries(
    Object.entries(entryPoints).map(([entryPoint, path]) => [
      entryPoint,
      readExports(program, program.getSourceFile(path)),
    ]),
  )
}

function readExports(program: ts.Program, source: ts.SourceFile | undefined): readonly EntryPointExport[] {
  const checker = program.getTypeChecker()
  const module = source && checker.getSymbolAtLocation(source)
  if (module === undefined) return []
  return checker
    .getExportsOfModule(module)
    .map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const words = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim()
      const prose = [words, ...listTags(symbol, checker)].join(' ').trim()
      const declaration = declarationText(checker, exported.name, symbol)
      return { name: exported.name, signature: printSignature(checker, symbol), prose, declaration }
    })
    .sort((left, right) => (left.name < right.name ? -1 : 1))
}

/**
 * Returns the tags of a type that are keywords of its schema, such as `(@format email)`, and its remarks, which aren't
 * keywords.
 */
function listTags(symbol: ts.Symbol, checker: ts.TypeChecker): readonly string[] {
  if (!(symbol.flags & ts.SymbolFlags.TypeAlias)) return []
  const tags = symbol.getJsDocTags(checker).map(({ name, text }) => [name, ts.displayPartsToString(text)] as const)
  const remarks = tags.filter(([name]) => name === 'remarks').map(([, text]) => text)
  const keywords = tags.filter(([name]) => name !== 'remarks').map((tag) => `@${tag.join(' ')}`.trim())
  return [...remarks, ...(keywords.length > 0 ? [`(\`${keywords.join(' ')}\`)`] : [])]
}

function printSignature(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const lines = (symbol.declarations ?? []).map((node) => declarationLine(checker, symbol, node))
  return [...new Set(lines)].join(' & ').replaceAll(REPOSITORY, '')
}

const printer = ts.createPrinter({ removeComments: true })

function declarationLine(checker: ts.TypeChecker, symbol: ts.Symbol, node: ts.Declaration): string {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
    const text = printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())
    return oneLine(text).replace(/^(?:export |declare )+/, '')
  }
  if (ts.isClassDeclaration(node)) return classLine(checker, node)
  const type = checker.typeToString(checker.getTypeOfSymbolAtLocation(symbol, node), node, FLAGS)
  const kind = ts.isFunctionDeclaration(node) ? 'function' : 'const'
  return `${kind} ${symbol.name}: ${oneLine(type)}`
}

const FLAGS = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope

function declarationText(checker: ts.TypeChecker, name: string, symbol: ts.Symbol): string {
  const nodes = symbol.declarations ?? []
  const overloads = nodes.filter((node) => ts.isFunctionDeclaration(node) && node.body === undefined)
  const shown = (overloads.length > 0 ? overloads : nodes).map((node) => {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return node.getText()
    if (ts.isClassDeclaration(node)) return classText(node)
    if (ts.isFunctionDeclaration(node) && node.type !== undefined)
      return node.getSourceFile().text.slice(node.getStart(), node.body?.getFullStart() ?? node.end)
    const type = checker.typeToString(checker.getTypeOfSymbolAtLocation(symbol, node), node, FLAGS)
    return `const ${name}: ${oneLine(type)}`
  })
  const text = [...new Set(shown)].join('\n').replace(/^export (?:declare )?/gm, '')
  return text.replaceAll(REPOSITORY, '').replace(/import\("[^"]*"\)\./g, '')
}

/** Returns head and public members as in the source, without bodies. */
function classText(node: ts.ClassDeclaration): string {
  const source = node.getSourceFile().text
  const heritage = (node.heritageClauses ?? []).map((clause) => ` ${oneLine(clause.getText())}`).join('')
  const generics = (node.typeParameters ?? []).map((parameter) => parameter.getText()).join(', ')
  const members = node.members.flatMap((member) => {
    if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return []
    const body = (member as ts.MethodDeclaration).body
    const initializer = ts.isPropertyDeclaration(member) && member.type !== undefined ? member.initializer : undefined
    const end =
      initializer === undefined ? (body?.getFullStart() ?? member.end) : (member as ts.PropertyDeclaration).type?.end
    return [`  ${source.slice(member.getStart(undefined, true), end)}`]
  })
  return [`class ${node.name?.text ?? ''}${generics === '' ? '' : `<${generics}>`}${heritage} {`, ...members, '}'].join(
    '\n',
  )
}

/** Returns head and public members, without bodies. */
function classLine(checker: ts.TypeChecker, node: ts.ClassDeclaration): string {
  const heritage = (node.heritageClauses ?? []).map((clause) => ` ${oneLine(clause.getText())}`).join('')
  const parameters = oneLine((node.typeParameters ?? []).map((parameter) => parameter.getText()).join(', '))
  const members = node.members.flatMap((member) => {
    if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return []
    if (ts.isConstructorDeclaration(member))
      return [`constructor(${member.parameters.map((one) => one.getText()).join(', ')})`]
    const symbol = member.name && checker.getSymbolAtLocation(member.name)
    if (symbol === undefined) return []
    // The compiler's name of a member such as `[KEY]` has a number that depends on what it has read before.
    const name = symbol.name.startsWith('__@') ? (member.name?.getText() ?? '') : symbol.name
    return [`${name}: ${checker.typeToString(checker.getTypeOfSymbolAtLocation(symbol, member), member, FLAGS)}`]
  })
  const generics = parameters === '' ? '' : `<${parameters}>`
  return `class ${node.name?.text ?? ''}${generics}${heritage} { ${members.map(oneLine).join('; ')} }`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/;\s*}/g, ' }').replace(/;$/, '').trim()
}
