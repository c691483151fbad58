/** Sizes: a source file has at most 400 lines, a function at most 80. */
import ts from 'typescript'
import { parse } from '../imports.ts'
import { isScript, type SourceFile, type Violation } from '../source-tree.ts'

const FILE_LINES = 400
const FUNCTION_LINES = 80

export function checkSizes(files: readonly SourceFile[]): readonly Violation[] {
  const scripts = files.filter(({ path }) => isScript(path) && !path.startsWith('snapshots/'))
  return scripts.flatMap((file) => [...checkFileSize(file), ...checkFunctionSizes(file)])
}

function checkFileSize(file: SourceFile): readonly Violation[] {
  const lines = file.text.trimEnd().split('\n').length
  if (lines <= FILE_LINES) return []
  return [{ file: file.path, message: `${lines} lines; a file has at most ${FILE_LINES}` }]
}

/** Test files are excluded: a `describe` callback is a list of tests, not a function that a reader must follow. */
function checkFunctionSizes(file: SourceFile): readonly Violation[] {
  if (/^tests\/.*\.test\.tsx?$/.test(file.path)) return []
  const tree = parse(file)
  const found: Violation[] = []
  const lineAt = (position: number): number => tree.getLineAndCharacterOfPosition(position).line + 1
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const line = lineAt(node.getStart(tree))
      const lines = lineAt(node.end) - line + 1
      const message = `a function of ${lines} lines; a function has at most ${FUNCTION_LINES}`
      if (lines > FUNCTION_LINES) found.push({ file: file.path, line, message })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
