import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unifiedDiff } from '../../../compiler/src/diagnostic/unified-diff.ts'
import { temporaryApp } from '../temporary-app.ts'

const numbered = (count: number, change: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, index) => `${change[index] ?? `line ${index}`}\n`).join('')

it.each([
  ['in a short file', 'a\nb\n', 'a\nc\n'],
  ['of the only line', 'a\n', 'b\n'],
  ['at the end', numbered(9), `${numbered(9)}more\n`],
  ['at the beginning', numbered(9), `more\n${numbered(9)}`],
  ['in the middle', numbered(30), numbered(30, { 14: 'other' })],
  ['in two places that are far apart', numbered(30), numbered(30, { 2: 'one', 27: 'other' })],
  ['in two places that are near', numbered(30), numbered(30, { 12: 'one', 17: 'other' })],
  ['without a line break at the end', 'a\nb', 'a\nc'],
  ['that adds the line break at the end', 'a\nb', 'a\nb\n'],
  ['that takes the line break at the end', 'a\nb\n', 'a\nb'],
  ['of lines that end with CRLF', 'a\r\nb\r\n', 'a\r\nc\r\n'],
  ['that leaves nothing', 'a\n', ''],
])('git applies a change %s', (_, before, after) => {
  const app = temporaryApp({ 'src/a.txt': before })
  const diff = unifiedDiff('src/a.txt', before, after)
  const { status, stderr } = spawnSync('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd: app.root,
    input: `${diff}\n`,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  expect(readFileSync(join(app.root, 'src/a.txt'), 'utf8')).toBe(after)
})

it('equal texts have no diff', () => {
  expect(unifiedDiff('a.txt', 'a\n', 'a\n')).toBe('')
})
