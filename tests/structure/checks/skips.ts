/** Rejects tests that are skipped, postponed or run alone, so that a passing suite has run completely. */
import ts from 'typescript'
import { getLine, parse } from '../imports.ts'
import type { SourceFile, Violation } from '../source-tree.ts'

const MARKS = new Set(['skip', 'skipIf', 'runIf', 'todo', 'only', 'fails'])

export function checkSkips(files: readonly SourceFile[]): readonly Violation[] {
  return files
    .filter(({ path }) => /^tests\/.*\.test(?:-d)?\.tsx?$/.test(path))
    .flatMap((file) => {
      const tree = parse(file)
      const found: Violation[] = []
      const visit = (node: ts.Node): void => {
        if (ts.isPropertyAccessExpression(node) && MARKS.has(node.name.text) && isTestFunction(node.expression)) {
          found.push({ file: file.path, line: getLine(tree, node), message: `\`.${node.name.text}\`: every test runs` })
        }
        ts.forEachChild(node, visit)
      }
      visit(tree)
      return found
    })
}

function isTestFunction(node: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return isTestFunction(node.expression)
  return ts.isIdentifier(node) && ['it', 'test', 'describe', 'suite'].includes(node.text)
}
