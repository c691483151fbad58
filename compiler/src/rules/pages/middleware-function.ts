import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { readOnce } from '#analyze/modules/tree-cache.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import type { ts } from '#program/typescript.ts'
import { createRule } from '../rule.ts'

/** A path of functions in the middleware. */
interface FunctionPathFact {
  readonly path: string
  readonly span: SourceSpan
}

/** Middleware that compares the path of a function protects only one of the ways to call it. */
export const middlewareFunction = createRule({
  code: 'middleware-function',
  number: 1131,
  severity: 'warning',
  title: "Middleware doesn't protect functions",
  messages: {
    path: '"{path}" is the path of a function only for calls over HTTP. Forms, MCP clients, other agents and the agent of the app call the same function at other paths. Decide who may call it in its guard, in src/ctx.ts or in "run".',
  },
  collect: findFunctionPaths,
  check(facts, report) {
    for (const { path, span } of facts) report('path', { span, data: { path } })
  },
})

/** The path of one function, or the beginning of the paths of some. Middleware may skip the paths of all functions. */
const FUNCTION_PATH = /^\/_fw\/api\/\w/

function findFunctionPaths({ reader, outline, openFile }: AnalyzedApp): readonly FunctionPathFact[] {
  const { middleware: file } = outline.conventions.files
  if (file === undefined || (openFile !== undefined && file !== openFile)) return []
  return (readOnce(reader, file, readPaths) ?? []).map(({ path, start, end, text }) => ({
    path,
    span: createSpan(file, text, start, end),
  }))
}

interface PathPlace {
  readonly path: string
  readonly start: number
  readonly end: number
  /** Content of the file. */
  readonly text: string
}

function readPaths(tsModule: typeof ts, file: ts.SourceFile): readonly PathPlace[] {
  const found: PathPlace[] = []
  const visit = (node: ts.Node): void => {
    const path = writtenPath(tsModule, node)
    if (path !== undefined && FUNCTION_PATH.test(path))
      found.push({ path, start: node.getStart(file), end: node.end, text: file.text })
    tsModule.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns the text of a string or of the beginning of a template, and a regular expression without its escapes. */
function writtenPath(tsModule: typeof ts, node: ts.Node): string | undefined {
  if (tsModule.isStringLiteralLike(node) || tsModule.isTemplateHead(node)) return node.text
  if (!tsModule.isRegularExpressionLiteral(node)) return undefined
  return node.text.replace(/^\/\^?/, '').replaceAll('\\', '')
}
