/**
 * One name must have one meaning in a package: two files may export the same name only if they declare the same thing
 * for two environments.
 */
import ts from 'typescript'
import { parse } from '../imports.ts'
import { PACKAGES } from '../layers.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

/** Exports that a package condition selects: `form-client.ts` and `form-server.ts` declare one `useForm`. */
const ENVIRONMENTS = /-(?:client|server)(?=\.tsx?$)/

/**
 * Checks the names. `shared`: names that two entry points export for two libraries, such as `island` for Solid and
 * React.
 */
export function checkDoubledNames(files: readonly SourceFile[], shared: readonly string[] = []): readonly Violation[] {
  return PACKAGES.flatMap(({ source }) => {
    const declared = new Map<string, Set<string>>()
    for (const file of files.filter(({ path }) => isScript(path) && path.startsWith(`${source}/`))) {
      for (const name of listDeclaredExports(file)) {
        const paths = declared.get(name) ?? new Set()
        declared.set(name, paths.add(file.path.replace(ENVIRONMENTS, '')))
      }
    }
    return [...declared].flatMap(([name, paths]) => {
      const [first = '', ...others] = [...paths].map((path) => path.replace(/\.tsx?$/, ''))
      if (others.length === 0 || shared.includes(name)) return []
      return [{ file: [...paths][0] ?? '', message: `"${name}" is exported by ${[first, ...others].join(' and ')}` }]
    })
  })
}

function listDeclaredExports(file: SourceFile): readonly string[] {
  return parse(file).statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
    if (!modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []))
    }
    const name = 'name' in statement ? (statement as ts.DeclarationStatement).name : undefined
    return name !== undefined && ts.isIdentifier(name) ? [name.text] : []
  })
}
