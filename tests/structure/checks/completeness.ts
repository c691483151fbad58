/**
 * Everything that users see by name must have its code, its page and its test. Rules: a file, a page with an Incorrect
 * and a Correct example, a test. Error codes: a row of `ERRORS`, a section of `docs/guide/errors.md`, a test. Codemods:
 * a file, an input and an output, an unrelated case that stays unchanged.
 */
import ts from 'typescript'
import { parse } from '../imports.ts'
import type { SourceFile, Violation } from '../source-tree.ts'

const RULE = /^compiler\/src\/rules\/[a-z]+\/([a-z][a-z0-9-]*)\.ts$/
const RULE_PAGE = /^compiler\/docs\/rules\/(.+)\.md$/
const ERROR_TABLE = 'runtime/src/contract/http/error.ts'
const ERROR_PAGE = 'docs/guide/errors.md'
const CODEMOD = /^codemods\/src\/(?:releases\/[^/]+|migrations)\/([a-z][a-z0-9-]*)\.ts$/

/** Checks the rules: the files in the folders of `compiler/src/rules`. */
export function checkRules(files: readonly SourceFile[]): readonly Violation[] {
  const codes = namesBy(files, RULE)
  const pages = namesBy(files, RULE_PAGE)
  const strays = pages
    .filter((name) => name !== 'README' && !codes.includes(name))
    .map((name) => ({ file: `compiler/docs/rules/${name}.md`, message: `a page without the rule "${name}"` }))
  return [...strays, ...codes.flatMap((code) => findRuleProblems(files, code))]
}

function findRuleProblems(files: readonly SourceFile[], code: string): readonly Violation[] {
  const page = `compiler/docs/rules/${code}.md`
  const text = files.find(({ path }) => path === page)?.text
  if (text === undefined) return [{ file: page, message: `the rule "${code}" has no page` }]
  const sections = text.split(/^## /m)
  const problems = ['Incorrect', 'Correct']
    .filter((title) => !sections.some((section) => section.startsWith(title) && /^```[^\n]*\n./m.test(section)))
    .map((title) => ({ file: page, message: `no "## ${title}" section with an example` }))
  const tested = files.some(({ path, text }) => /^tests\/compiler\/.*\.test\.tsx?$/.test(path) && names(text, code))
  return tested ? problems : [...problems, { file: page, message: `no test under tests/compiler names "${code}"` }]
}

/** Checks the error codes. `untested`: codes of future issues that no code throws yet. The list only gets shorter. */
export function checkErrorCodes(
  files: readonly SourceFile[],
  untested: Readonly<Record<string, string>>,
): readonly Violation[] {
  const page = files.find(({ path }) => path === ERROR_PAGE)?.text ?? ''
  return [...readErrorTable(files)].flatMap(([code, status]) => {
    const section = new RegExp(`^## ${code}\\n+([^#]*)`, 'm').exec(page)?.[1]
    const tested = files.some(
      ({ path, text }) => /^tests\/(?!structure\/).*\.test\.tsx?$/.test(path) && names(text, code),
    )
    return [
      ...(section === undefined ? [{ file: ERROR_PAGE, message: `no section "## ${code}"` }] : []),
      ...(section === undefined || section.includes(`${status}`)
        ? []
        : [{ file: ERROR_PAGE, message: `"${code}" is ${status}, but its section does not mention it` }]),
      ...(tested || code in untested ? [] : [{ file: ERROR_TABLE, message: `no test names "${code}"` }]),
      ...(tested && code in untested
        ? [{ file: 'tests/structure/completeness.test.ts', message: `"${code}" is tested; remove it from the list` }]
        : []),
    ]
  })
}

/** Returns code -> status, from the source of the table. */
function readErrorTable(files: readonly SourceFile[]): ReadonlyMap<string, number> {
  const file = files.find(({ path }) => path === ERROR_TABLE)
  const table = new Map<string, number>()
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isObjectLiteralExpression(node.initializer)) {
      const status = /\bstatus: (\d{3})\b/.exec(node.initializer.getText())?.[1]
      if (status !== undefined) table.set(node.name.getText(), Number(status))
    }
    ts.forEachChild(node, visit)
  }
  if (file !== undefined) visit(parse(file))
  return table
}

export function checkCodemods(files: readonly SourceFile[]): readonly Violation[] {
  return namesBy(files, CODEMOD).flatMap((id) => {
    const cases = files.map(({ path }) => path).filter((path) => path.startsWith(`snapshots/codemods/${id}/`))
    const inputs = cases.filter((path) => /\.input\.[a-z]+$/.test(path))
    const missing = inputs.filter((path) => !cases.includes(path.replace('.input.', '.output.')))
    return [
      ...missing.map((path) => ({ file: path, message: 'no .output file beside it' })),
      ...(inputs.length >= 2
        ? []
        : [{ file: `snapshots/codemods/${id}/`, message: 'needs a case that changes and one that stays' }]),
    ]
  })
}

function namesBy(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path }) => pattern.exec(path)?.[1] ?? []).filter((name) => name !== 'index')
}

/** Returns whether the text contains the code in quotes: `'api-default-export'`. */
function names(text: string, code: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${code}${quote}`))
}
