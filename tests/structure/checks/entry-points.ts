/**
 * An entry point must contain only `export … from`, since its list of exports is the public API. Default exports are
 * rejected elsewhere too.
 */
import ts from 'typescript'
import { getLine, parse } from '../imports.ts'
import { PACKAGES, type WorkspacePackage } from '../layers.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

export function checkEntryPoints(
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[] = PACKAGES,
): readonly Violation[] {
  const entryPoints = new Set(
    packages.flatMap(({ source, entryPoints }) => entryPoints.map((entryPoint) => `${source}/${entryPoint}`)),
  )
  return files.filter(({ path }) => entryPoints.has(path)).flatMap(findStatements)
}

function findStatements(file: SourceFile): readonly Violation[] {
  const tree = parse(file)
  return tree.statements
    .filter((statement) => !ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined)
    .map((statement) => ({
      file: file.path,
      line: getLine(tree, statement),
      message: 'an entry point may contain only `export … from`',
    }))
}

/** Requires named exports. `allowed`: files whose loader requires a default export. */
export function checkDefaultExports(
  files: readonly SourceFile[],
  allowed: readonly string[] = [],
): readonly Violation[] {
  const sources = files.filter(
    ({ path }) => isScript(path) && PACKAGES.some(({ source }) => path.startsWith(`${source}/`)),
  )
  return sources
    .filter(({ path }) => !allowed.some((prefix) => path.startsWith(prefix)))
    .flatMap((file) => {
      const tree = parse(file)
      return tree.statements
        .filter(isDefaultExport)
        .map((node) => ({ file: file.path, line: getLine(tree, node), message: 'a default export; export it by name' }))
    })
}

function isDefaultExport(statement: ts.Statement): boolean {
  if (ts.isExportAssignment(statement)) return true
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false
}
