import { expect, it } from 'vitest'
import { codeFrame, createSpan } from '../../../compiler/src/diagnostic/code-frame.ts'
import { printDiagnostics } from '../../../compiler/src/diagnostic/print.ts'
import type { Diagnostic } from '../../../compiler/src/model.ts'

const TEXT = 'one\r\ntwo\r\n\tthree four\r\nfive\r\n\r\nseven\r\n'

it('lines and columns of spans start at 1', () => {
  expect(createSpan('a.ts', TEXT, 0, 3)).toEqual({ file: 'a.ts', start: 0, end: 3, line: 1, column: 1 })
  const start = TEXT.indexOf('four')
  expect(createSpan('a.ts', TEXT, start, start + 4)).toMatchObject({ line: 3, column: 8 })
})

it('frames show two lines before and after, and carets under the span', () => {
  const start = TEXT.indexOf('four')
  expect(codeFrame(TEXT, createSpan('a.ts', TEXT, start, start + 4))).toBe(
    ['  1 | one', '  2 | two', '> 3 |  three four', '    |        ^^^^', '  4 | five'].join('\n'),
  )
})

it('frames of the first line, of an empty span and of several lines stay within the text', () => {
  expect(codeFrame(TEXT, createSpan('a.ts', TEXT, 0, 0))).toBe(
    ['> 1 | one', '    | ^', '  2 | two', '  3 |  three four'].join('\n'),
  )
  expect(codeFrame(TEXT, createSpan('a.ts', TEXT, 0, TEXT.length)).split('\n')[1]).toBe('    | ^^^')
  expect(codeFrame('', createSpan('a.ts', '', 0, 0))).toBe('> 1 |\n    | ^')
})

const FOUND: Diagnostic = {
  code: 'api-name',
  number: 1005,
  severity: 'error',
  title: 'A title',
  message: 'First line: 100%.\nSecond, line.',
  span: { file: 'src/a,b.ts', start: 0, end: 3, line: 2, column: 5 },
  frame: '> 2 | one',
  related: [
    { message: 'Also there.' },
    { message: 'And here.', span: { file: 'c.ts', start: 0, end: 0, line: 1, column: 1 } },
  ],
}

it('prints for terminals', () => {
  expect(
    printDiagnostics(
      [FOUND, { ...FOUND, severity: 'warning', span: undefined, frame: undefined, related: [] }],
      'pretty',
    ),
  ).toBe(
    `src/a,b.ts:2:5 error api-name: A title
  First line: 100%.
  Second, line.

> 2 | one

  Also there.
  And here. (c.ts:1:1)
  See @fw/compiler/docs/rules/api-name.md

warning api-name: A title
  First line: 100%.
  Second, line.
  See @fw/compiler/docs/rules/api-name.md

1 error, 1 warning
`,
  )
  expect(printDiagnostics([], 'pretty')).toBe('')
})

it('prints JSON that contains the same record', () => {
  expect(JSON.parse(printDiagnostics([FOUND], 'json'))).toEqual([
    { ...FOUND, docs: '@fw/compiler/docs/rules/api-name.md' },
  ])
  expect(JSON.parse(printDiagnostics([], 'json'))).toEqual([])
})

it('prints GitHub annotations that no message can break out of', () => {
  expect(printDiagnostics([FOUND], 'github')).toBe(
    '::error file=src/a%2Cb.ts,line=2,col=5,title=api-name%3A A title::First line: 100%25.%0ASecond, line.\n',
  )
  const { span: _, ...placeless } = FOUND
  expect(printDiagnostics([{ ...placeless, message: 'x\r\n::warning::y' }], 'github')).toBe(
    '::error title=api-name%3A A title::x%0D%0A::warning::y\n',
  )
})
