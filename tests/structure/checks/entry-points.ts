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
  const isReExport = (statement: ts.Statement) => getReExported(statement) !== undefined
  return files
    .filter(({ path }) => entryPoints.has(path))
    .flatMap((file) => findStatements(file, isReExport, 'an entry point may contain only `export … from`'))
}

/** A build bundles these modules apart from the others: they must share nothing with them. */
export function checkPackageModules(files: readonly SourceFile[]): readonly Violation[] {
  const isReExport = (statement: ts.Statement) => /^[^./#]/.test(getReExported(statement) ?? '')
  return files
    .filter(({ path }) => /^runtime\/src\/.*\.package\.ts$/.test(path))
    .flatMap((file) => findStatements(file, isReExport, 'the module may contain only `export … from` a package'))
}

function findStatements(
  file: SourceFile,
  isAllowed: (statement: ts.Statement) => boolean,
  message: string,
): readonly Violation[] {
  const tree = parse(file)
  return tree.statements
    .filter((statement) => !isAllowed(statement))
    .map((statement) => ({ file: file.path, line: getLine(tree, statement), message }))
}

/** Returns the specifier of `export … from`. */
function getReExported(statement: ts.Statement): string | undefined {
  const specifier = ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined
  return specifier !== undefined && ts.isStringLiteral(specifier) ? specifier.text : undefined
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
