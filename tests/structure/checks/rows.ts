/**
 * Rows: the title of a test that proves a row of `tests/contract/rows.tsv` begins with the row's id (or with several
 * ids). Every id in a title must exist; the report counts the covered rows of each issue.
 */
import ts from 'typescript'
import { getLine, parse } from '../imports.ts'
import type { SourceFile, Violation } from '../source-tree.ts'

export interface Row {
  readonly id: string
  readonly section: string
  readonly requirement: string
  readonly issue: string
}

export interface Claim {
  readonly id: string
  readonly file: string
  readonly line: number
}

const ROWS_FILE = 'tests/contract/rows.tsv'
const LEADING_IDS = /^(?:[A-Z]{3}-\d+[,:]?\s+)+/

export function readRows(files: readonly SourceFile[]): readonly Row[] {
  const text = files.find(({ path }) => path === ROWS_FILE)?.text ?? ''
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id = '', section = '', requirement = '', issue = ''] = line.split('\t')
      return { id, section, requirement, issue }
    })
}

/**
 * Returns the ids at the start of test titles: the first argument of a call that also has the test's function, and the
 * titles in the table of an `each` (the property `title`, or the first item of a row).
 */
export function readClaims(files: readonly SourceFile[]): readonly Claim[] {
  return files
    .filter(({ path }) => /^tests\/.*\.test(?:-d)?\.tsx?$/.test(path))
    .flatMap((file) => {
      const tree = parse(file)
      const claims: Claim[] = []
      const visit = (node: ts.Node): void => {
        const ids = LEADING_IDS.exec(readTitle(node) ?? '')?.[0].match(/[A-Z]{3}-\d+/g) ?? []
        claims.push(...ids.map((id) => ({ id, file: file.path, line: getLine(tree, node) })))
        ts.forEachChild(node, visit)
      }
      visit(tree)
      return claims
    })
}

function readTitle(node: ts.Node): string | undefined {
  if (ts.isPropertyAssignment(node)) return node.name.getText() === 'title' ? getText(node.initializer) : undefined
  if (ts.isArrayLiteralExpression(node)) return getText(node.elements[0])
  if (!ts.isCallExpression(node)) return undefined
  const [first, ...rest] = node.arguments
  if (ts.isIdentifier(node.expression) && node.expression.text === 'describe') return undefined
  return rest.some((one) => ts.isArrowFunction(one) || ts.isFunctionExpression(one)) ? getText(first) : undefined
}

function getText(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node) ? node.head.text : undefined
}

export function checkClaims(files: readonly SourceFile[]): readonly Violation[] {
  const known = new Set(readRows(files).map(({ id }) => id))
  return readClaims(files)
    .filter(({ id }) => !known.has(id))
    .map(({ id, file, line }) => ({ file, line, message: `claims the row ${id}, which does not exist` }))
}

/** Returns rows of the given issues without a test title. */
export function checkCovered(files: readonly SourceFile[], issues: readonly string[]): readonly Violation[] {
  const claimed = new Set(readClaims(files).map(({ id }) => id))
  return readRows(files)
    .filter(({ id, issue }) => issues.includes(issue) && !claimed.has(id))
    .map(({ id, requirement }) => ({ file: ROWS_FILE, message: `${id} has no test: ${requirement}` }))
}

/** Returns the report of `npm run rows`: a line per issue, then the uncovered rows of the given issues. */
export function reportRows(files: readonly SourceFile[], issues: readonly string[]): readonly string[] {
  const claimed = new Set(readClaims(files).map(({ id }) => id))
  const rows = readRows(files)
  const lines = [...new Set(rows.map(({ issue }) => issue))].map((issue) => {
    const all = rows.filter((row) => row.issue === issue)
    const covered = all.filter(({ id }) => claimed.has(id)).length
    return `${issue.padEnd(16)}${String(covered).padStart(4)} of ${String(all.length).padStart(3)} rows covered`
  })
  const open = rows.filter(({ id, issue }) => issues.includes(issue) && !claimed.has(id))
  return [...lines, ...open.map(({ id, requirement }) => `${id}  ${requirement}`)]
}
