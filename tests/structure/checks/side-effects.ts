/**
 * Modules with effects when they load, in packages with `"sideEffects": false`: a bundler leaves out a module of which no
 * export is used, and with it the effects.
 */
import { posix } from 'node:path'
import ts from 'typescript'
import { getLine, parse } from '../imports.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

/** Modules with such effects, and the reason why no bundle misses them. */
const KNOWN: Readonly<Record<string, string>> = {
  'runtime/src/agent/remote/private-address.ts': 'changes only its own list',
  'runtime/src/api/current.ts': 'every call uses its exports',
  'runtime/src/browser/agent/list-tools.ts': 'changes only its own variable, in fw dev',
  'runtime/src/react/mount-react.ts': 'without its export there are no roots to finish',
  'runtime/src/server/app/instances.ts': 'only its own renders have calls to intercept',
  'runtime/src/solid/islands/mount-island.ts': 'only its export hydrates islands',
  'runtime/src/solid/islands/swap-islands.ts': 'compiled components call its export in fw dev',
  'runtime/src/solid/stores/store-client.ts': 'loads code for its own stores',
}

export function checkSideEffects(
  files: readonly SourceFile[],
  known: Readonly<Record<string, string>> = KNOWN,
): readonly Violation[] {
  const folders = files.filter(isWithoutSideEffects).map(({ path }) => `${posix.dirname(path)}/src/`)
  const sources = files.filter(({ path }) => isScript(path) && folders.some((folder) => path.startsWith(folder)))
  const found = sources.flatMap(listSideEffects)
  const present = new Set(sources.map(({ path }) => path))
  return [
    ...found.filter(({ file, isImport }) => isImport || !Object.hasOwn(known, file)),
    ...Object.keys(known)
      .filter((file) => present.has(file) && !found.some((one) => one.file === file))
      .map((file) => ({
        file,
        message: 'has no effect when it loads; remove it from tests/structure/checks/side-effects.ts',
      })),
  ]
}

function isWithoutSideEffects({ path, text }: SourceFile): boolean {
  if (posix.basename(path) !== 'package.json') return false
  const { sideEffects } = JSON.parse(text) as { sideEffects?: boolean | readonly string[] }
  return sideEffects !== undefined && sideEffects !== true
}

function listSideEffects(file: SourceFile): readonly (Violation & { readonly isImport: boolean })[] {
  const tree = parse(file)
  return tree.statements.flatMap((statement) => {
    const isImport = isBareImport(statement)
    if (!isImport && !isEffect(statement)) return []
    const message = isImport
      ? 'imports a module without names, which bundlers leave out; import a function and call it'
      : 'has an effect when it loads, which is missing in bundles that use none of its exports; move it into a function'
    return [{ file: file.path, line: getLine(tree, statement), message, isImport }]
  })
}

/** Matches `import './a.ts'` and `import {} from './a.ts'`. */
function isBareImport(statement: ts.Statement): boolean {
  if (!ts.isImportDeclaration(statement)) return false
  const { importClause } = statement
  if (importClause === undefined) return true
  const { name, namedBindings } = importClause
  return (
    name === undefined &&
    importClause.phaseModifier === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.length === 0
  )
}

function isEffect(statement: ts.Statement): boolean {
  return (
    ts.isExpressionStatement(statement) ||
    ts.isIfStatement(statement) ||
    ts.isIterationStatement(statement, false) ||
    ts.isTryStatement(statement) ||
    ts.isBlock(statement)
  )
}
