/** A third-party package may be imported only in its listed folders, and `node:` modules never in code for browsers. */
import ts from 'typescript'
import { HOUSES, ISOMORPHIC_ROOMS, isOurPackage, STRANGERS } from '../floors.ts'
import { importsOf, lineOf, packageOf, parse } from '../imports.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

export function checkStrangers(files: readonly SourceFile[]): readonly Violation[] {
  const ours = files.filter(({ path }) => isScript(path) && HOUSES.some(({ source }) => path.startsWith(`${source}/`)))
  return ours.flatMap((file) => [
    ...importsOf(file).flatMap(({ specifier, line }) => {
      const message = strangerProblem(file.path, specifier)
      return message === undefined ? [] : [{ file: file.path, line, message }]
    }),
    ...nodeGlobals(file),
  ])
}

function strangerProblem(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('node:')) {
    return isIsomorphic(path) ? `"${specifier}" in a folder whose code also runs in browsers` : undefined
  }
  const name = packageOf(specifier)
  if (name === undefined || isOurPackage(name)) return undefined
  const doors = STRANGERS[name]
  if (doors === undefined) return `"${name}" is not listed; add it to tests/house/floors.ts`
  return doors.some((door) => path.startsWith(door)) ? undefined : `"${name}" is imported only in ${doors.join(', ')}`
}

function isIsomorphic(path: string): boolean {
  return ISOMORPHIC_ROOMS.some((room) => path.startsWith(room))
}

const NODE_GLOBALS = new Set(['process', 'Buffer', '__dirname', '__filename'])

/** Finds `process.env` and `Buffer.from(…)`, which type-check everywhere but throw in a browser. */
function nodeGlobals(file: SourceFile): readonly Violation[] {
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
      found.push({ file: file.path, line: lineOf(tree, node), message })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
