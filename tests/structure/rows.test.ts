import { describe, expect, it } from 'vitest'
import { checkClaims, checkCovered, readClaims, readRows, reportRows } from './checks/rows.ts'
import { createTree, printViolations, readRepository } from './source-tree.ts'

const files = readRepository()

/** Issues whose rows all have a test title. */
const DONE: readonly string[] = ['Foundation']

const ROWS = 'id\tsection\trequirement\tissue\nAPI-01\tApi\tFirst\tFoundation\nAPI-02\tApi\tSecond\tCore\n'

describe('rows', () => {
  it('in test titles exist', () => {
    expect(readRows(files).length).toBeGreaterThan(500)
    expect(printViolations(checkClaims(files))).toEqual([])
  })

  it('of completed issues have a test each', () => {
    expect(printViolations(checkCovered(files, DONE))).toEqual([])
  })

  it('are claimed only by the leading ids of titles, and never by a describe', () => {
    const tree = createTree({
      'tests/contract/rows.tsv': ROWS,
      'tests/a.test.ts': [
        `describe('API-02 a group', () => {`,
        `  it('API-01 API-99 two ids lead', () => {})`,
        `  it('mentions API-02 later', () => {})`,
        `  overBoth(\`API-02 over \${transport}\`, async (app) => {})`,
        `  log('API-02 no function follows')`,
        `  it.each([['API-02 in a row', 1], ['other', 'API-99 not first']])('%s', () => {})`,
        `  it.each([{ title: 'API-01 in a table', text: 'API-99 no title' }])('$title', () => {})`,
        `})`,
      ].join('\n'),
    })
    expect(readClaims(tree).map(({ id, line }) => `${id}:${line}`)).toEqual([
      'API-01:2',
      'API-99:2',
      'API-02:4',
      'API-02:6',
      'API-01:7',
    ])
    expect(printViolations(checkClaims(tree))).toEqual([
      'tests/a.test.ts:2 claims the row API-99, which does not exist',
    ])
  })

  it('are reported per issue, with the open ones of an issue named', () => {
    const tree = createTree({ 'tests/contract/rows.tsv': ROWS, 'tests/a.test.ts': `it('API-02 x', () => {})` })
    expect(reportRows(tree, ['Foundation'])).toEqual([
      'Foundation         0 of   1 rows covered',
      'Core               1 of   1 rows covered',
      'API-01  First',
    ])
    expect(printViolations(checkCovered(tree, ['Foundation', 'Core']))).toEqual([
      'tests/contract/rows.tsv API-01 has no test: First',
    ])
  })
})
