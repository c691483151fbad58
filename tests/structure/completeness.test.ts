import { describe, expect, it } from 'vitest'
import { checkCodemods, checkErrorCodes, checkRules } from './checks/completeness.ts'
import { createTree, printViolations, readRepository } from './source-tree.ts'

const files = readRepository()

/** Codes that a future issue will throw. The list only gets shorter: a code in a test must be removed from it. */
const UNTESTED: Readonly<Record<string, string>> = {}

const PAGE = '# x\n\n## Incorrect\n\n```ts\nx\n```\n\n## Correct\n\n```ts\ny\n```\n'

describe('rules', () => {
  it('have a page with an incorrect and a correct example, and a test', () => {
    expect(printViolations(checkRules(files))).toEqual([])
  })

  it('are rejected without them', () => {
    const tree = createTree({
      'compiler/src/rules/index.ts': '',
      'compiler/src/rules/rule.ts': '',
      'compiler/src/rules/apis/good-rule.ts': '',
      'compiler/docs/rules/good-rule.md': PAGE,
      'tests/compiler/rules/a.test.ts': `it('x', () => expect(codes).toEqual(['good-rule']))`,
      'compiler/src/rules/apis/no-page.ts': '',
      'compiler/src/rules/pages/half.ts': '',
      'compiler/docs/rules/half.md': '## Incorrect\n\nprose only\n\n## Correct\n\n```ts\ny\n```\n',
      'compiler/docs/rules/stray.md': PAGE,
    })
    expect(printViolations(checkRules(tree))).toEqual([
      'compiler/docs/rules/stray.md a page without the rule "stray"',
      'compiler/docs/rules/no-page.md the rule "no-page" has no page',
      'compiler/docs/rules/half.md no "## Incorrect" section with an example',
      'compiler/docs/rules/half.md no test under tests/compiler names "half"',
    ])
  })
})

describe('error codes', () => {
  it('have their section in the docs and a test', () => {
    expect(printViolations(checkErrorCodes(files, UNTESTED))).toEqual([])
  })

  it('are rejected without them, and the list of untested ones gets shorter', () => {
    const tree = createTree({
      'runtime/src/contract/http/error.ts': [
        `export const ERRORS = {`,
        `  invalid_json: { status: 400, text: 'a' },`,
        `  forbidden: { status: 403, text: 'b' },`,
        `  rate_limited: { status: 429, text: 'c' },`,
        `  internal: { status: 500, text: 'd' },`,
        `} as const`,
      ].join('\n'),
      'docs/guide/errors.md': '## invalid_json\n\n400. a\n\n## forbidden\n\n404. b\n\n## rate_limited\n\n429. c\n',
      'tests/a.test.ts': `'invalid_json' 'forbidden' 'rate_limited'`,
      'tests/structure/b.test.ts': `'internal'`,
    })
    expect(printViolations(checkErrorCodes(tree, { rate_limited: 'Core' }))).toEqual([
      'docs/guide/errors.md "forbidden" is 403, but its section does not mention it',
      'tests/structure/completeness.test.ts "rate_limited" is tested; remove it from the list',
      'docs/guide/errors.md no section "## internal"',
      'runtime/src/contract/http/error.ts no test names "internal"',
    ])
  })
})

describe('codemods', () => {
  it('have a case that changes and one that stays', () => {
    expect(printViolations(checkCodemods(files))).toEqual([])
  })

  it('are rejected without them', () => {
    const tree = createTree({
      'codemods/src/releases/0.2.0/rename-x.ts': '',
      'snapshots/codemods/rename-x/basic.input.tsx': '',
    })
    expect(printViolations(checkCodemods(tree))).toEqual([
      'snapshots/codemods/rename-x/basic.input.tsx no .output file beside it',
      'snapshots/codemods/rename-x/ needs a case that changes and one that stays',
    ])
  })
})
