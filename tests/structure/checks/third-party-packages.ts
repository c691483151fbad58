/** A third-party package may be imported only in its listed folders, and `node:` modules never in code for browsers. */
import ts from 'typescript'
import { getLine, getPackageName, listImports, parse } from '../imports.ts'
import { ISOMORPHIC_FOLDERS, isOurPackage, PACKAGES, THIRD_PARTY_PACKAGES } from '../layers.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

export function checkThirdPartyPackages(files: readonly SourceFile[]): readonly Violation[] {
  const ours = files.filter(
    ({ path }) => isScript(path) && PACKAGES.some(({ source }) => path.startsWith(`${source}/`)),
  )
  return ours.flatMap((file) => [
    ...listImports(file).flatMap(({ specifier, line }) => {
      const message = findPackageProblem(file.path, specifier)
      return message === undefined ? [] : [{ file: file.path, line, message }]
    }),
    ...findNodeGlobals(file),
  ])
}

function findPackageProblem(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('node:')) {
    return isIsomorphic(path) ? `"${specifier}" in a folder whose code also runs in browsers` : undefined
  }
  const name = getPackageName(specifier)
  if (name === undefined || isOurPackage(name)) return undefined
  const folders = THIRD_PARTY_PACKAGES[name]
  if (folders === undefined) return `"${name}" is not listed; add it to tests/structure/layers.ts`
  return folders.some((folder) => path.startsWith(folder))
    ? undefined
    : `"${name}" is imported only in ${folders.join(', ')}`
}

function isIsomorphic(path: string): boolean {
  return ISOMORPHIC_FOLDERS.some((folder) => path.startsWith(folder))
}

const NODE_GLOBALS = new Set(['process', 'Buffer', '__dirname', '__filename'])

/** Finds `process.env` and `Buffer.from(…)`, which type-check everywhere but throw in a browser. */
function findNodeGlobals(file: SourceFile): readonly Violation[] {
  if (!isIsomorphic(file.path)) return []
  const tree = parse(file)
  const found: Violation[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isPropertyAccessExpression(node) &&
      ts.isIdentifier(node.expression) &&
      NODE_GLOBALS.has(node.expression.text)
    ) {
      const message = `"${node.expression.text}" in a folder whose code also runs in browsers`
      found.push({ file: file.path, line: getLine(tree, node), message })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
