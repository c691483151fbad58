/** Strangers have one door: a foreign package is imported in one room, and `node:` never where browsers run. */
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
    return isIsomorphic(path) ? `"${specifier}" in a room that browsers run too` : undefined
  }
  const name = packageOf(specifier)
  if (name === undefined || isOurPackage(name)) return undefined
  const doors = STRANGERS[name]
  if (doors === undefined) return `"${name}" has no door; give it one in tests/house/floors.ts`
  return doors.some((door) => path.startsWith(door)) ? undefined : `"${name}" is imported only in ${doors.join(', ')}`
}

function isIsomorphic(path: string): boolean {
  return ISOMORPHIC_ROOMS.some((room) => path.startsWith(room))
}

const NODE_GLOBALS = new Set(['process', 'Buffer', '__dirname', '__filename'])

/** `process.env`, `Buffer.from(…)`: they type-check everywhere and throw in a browser. */
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
      const message = `"${node.expression.text}" in a room that browsers run too`
      found.push({ file: file.path, line: lineOf(tree, node), message })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
