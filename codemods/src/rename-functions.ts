/** Drafts the migration of renamed functions: callers use the new name, and the old one remains for other clients. */
import { posix } from 'node:path'
import { type CallExpression, Node, type SourceFile, SyntaxKind, type VariableStatement } from 'ts-morph'
import { type Codemod, defineCodemod, type SourceEdits } from './codemod.ts'
import { renameExport } from './syntax/rename-export.ts'

/** A function of `src/server` with a new name in the same module. */
export interface FunctionRename {
  /** File of the module, relative to the app: `src/server/cart.api.ts`. */
  readonly file: string
  /** Name of the module: `cart`. */
  readonly module: string
  /** The old name of the export. */
  readonly from: string
  readonly to: string
}

/**
 * Creates a codemod that renames the uses of functions in the app: imports, names of tools in strings, and URLs below
 * `/_fw/api/`. It adds a copy of each function under its old name, so that the contract remains compatible.
 */
export function renameFunctions(renames: readonly FunctionRename[]): Codemod {
  return defineCodemod({
    id: 'rename-functions',
    title: 'Use the new names of functions, and keep the old ones for other clients.',
    transform(app) {
      for (const file of app.sources) {
        const edits = app.edit(file)
        for (const rename of renames) {
          if (edits.path === rename.file) addOldName(file, edits, rename)
          for (const module of listSpecifiers(file, edits.path, rename))
            renameExport(file, edits, { ...rename, module })
        }
        renameStrings(file, edits, renames)
      }
    },
  })
}

/** Returns the import specifiers of the file that mean the module: relative ones, and aliases such as `#server/cart.api`. */
function listSpecifiers(file: SourceFile, path: string, rename: FunctionRename): ReadonlySet<string> {
  const written = [
    ...file.getImportDeclarations().map((one) => one.getModuleSpecifierValue()),
    ...file.getExportDeclarations().flatMap((one) => one.getModuleSpecifierValue() ?? []),
  ]
  return new Set(
    written.filter((specifier) => {
      const target = removeExtension(rename.file)
      if (specifier.startsWith('.')) return removeExtension(posix.join(posix.dirname(path), specifier)) === target
      return removeExtension(specifier).endsWith(`/${rename.module}.api`)
    }),
  )
}

function removeExtension(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '')
}

/** Adds a copy of the function under its old name, without an address of its own, which only one function can have. */
function addOldName(file: SourceFile, edits: SourceEdits, { from, to, module }: FunctionRename): void {
  if (file.getVariableDeclaration(from) !== undefined) return
  const declaration = file.getVariableDeclaration(to)
  const statement = declaration?.getVariableStatement()
  const call = declaration?.getInitializer()
  if (declaration === undefined || statement === undefined || !Node.isCallExpression(call)) return
  if (statement.getDeclarations().length > 1) {
    edits.leave(statement, `Keep "${from}" as a function, too: clients still call api.${module}.${from}.`)
    return
  }
  const comment = `// The old name of ${to}, for clients that still call it.`
  const text = `${comment}\n${writeDocs(statement)}export const ${from} = ${writeCall(call)}`
  edits.insert(statement.getEnd(), `\n\n${text}`)
}

function writeDocs(statement: VariableStatement): string {
  return statement
    .getJsDocs()
    .map((doc) => `${doc.getText()}\n`)
    .join('')
}

function writeCall(call: CallExpression): string {
  const text = call.getText()
  const [definition] = call.getArguments()
  const http = Node.isObjectLiteralExpression(definition) ? definition.getProperty('http') : undefined
  if (http === undefined) return text
  const next = http.getNextSibling()
  const end = next?.getKind() === SyntaxKind.CommaToken ? next : http
  const start = http.getPos() - call.getStart()
  return `${text.slice(0, start)}${text.slice(end.getEnd() - call.getStart())}`
}

/** Renames tools in strings: `api.cart.change`, `/_fw/api/cart.change`. */
function renameStrings(file: SourceFile, edits: SourceEdits, renames: readonly FunctionRename[]): void {
  const strings = [
    ...file.getDescendantsOfKind(SyntaxKind.StringLiteral),
    ...file.getDescendantsOfKind(SyntaxKind.NoSubstitutionTemplateLiteral),
  ]
  for (const string of strings) {
    const text = string.getText()
    const renamed = renames.reduce(renameIn, text)
    if (renamed !== text) edits.replace(string, renamed)
  }
}

function renameIn(text: string, { module, from, to }: FunctionRename): string {
  const name = `api.${module}.${from}`
  if (text.slice(1, -1) === name) return `${text[0]}api.${module}.${to}${text.at(-1)}`
  const path = `/_fw/api/${module}.${from}`
  const at = text.indexOf(path)
  if (at === -1 || /[\w$]/.test(text.charAt(at + path.length))) return text
  return `${text.slice(0, at)}/_fw/api/${module}.${to}${text.slice(at + path.length)}`
}
