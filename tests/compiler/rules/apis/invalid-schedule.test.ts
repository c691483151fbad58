import { expect, test } from 'vitest'
import { applyFixes, check } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const FILE = 'src/schedules.ts'

/** One export per line, with its findings and their positions. */
const CASES: readonly (readonly [code: string, at?: string, words?: string])[] = [
  ["export const a = schedule({ cron: '0 3 * * *', run })"],
  ["export const b = schedule({ cron: '61 3 * * *', run })", "'61 3 * * *'", 'Invalid value for minute: 61.'],
  ["export const c = schedule({ cron: '0 3 * *', run })", "'0 3 * *'", 'It takes five fields'],
  ["export const d = schedule({ cron: '0 0 30 2 *', run })", "'0 0 30 2 *'", 'It matches no future date.'],
  [
    "export const e = schedule({ cron: '0 3 * * MONN', run })",
    "'0 3 * * MONN'",
    'a month or day name has to stand alone',
  ],
  ['export const f = schedule({ cron: SPEC, run })', 'SPEC', 'Invalid value for hour: 25.'],
  ['export const g = schedule({ cron: process.env.NIGHTLY!, run })'],
  [
    "export const h = schedule({ cron: '@daily', timezone: 'Europe/Berlinn', run })",
    "'Europe/Berlinn'",
    'is not a known time zone',
  ],
  ["export const i = schedule({ every: 'often', run } as never)", "'often'", 'is not a valid interval'],
  ["export const j = schedule({ every: '5m', timezone: 'UTC', run } as never)", "'UTC'", 'Remove timezone'],
  ['export const k = schedule({ run } as never)', 'k', 'It has no times.'],
  ['export const l = schedule({ ...given, run } as never)'],
  ["export const m = schedule({ every: '5m', overlaps: 'skip', run } as never)", 'overlaps', 'Did you mean "overlap"?'],
  [
    "export const n = schedule({ every: '5m', missed: 'run-onec', run } as never)",
    "'run-onec'",
    '"skip" or "run-once"',
  ],
  ['export const o = () => 1', 'o', "isn't a schedule"],
  ['export const p = 5', 'p', "isn't a schedule"],
  ['export const q = made()'],
  [
    "export default schedule({ every: '5m', run })",
    "export default schedule({ every: '5m', run })",
    "can't name a schedule",
  ],
]

const HEAD = [
  "import { schedule } from '@fw/runtime'",
  'const run = () => undefined',
  "const SPEC = '0 25 * * *'",
  "const given = { every: '5m' }",
  "const made = () => schedule({ every: '5m', run })",
  '',
].join('\n')

test('invalid-schedule finds each at its position, with its reason; values that are known only at run time are ignored', async () => {
  const text = HEAD + CASES.map(([code]) => `${code}\n`).join('')
  const app = temporaryApp({ [FILE]: text })
  const found = (await check(app)).diagnostics.filter(({ code }) => code === 'invalid-schedule')
  const lines = text.split('\n')
  const shown = found.map(({ span, message }) => ({
    line: lines[(span?.line ?? 0) - 1],
    at: text.slice(span?.start, span?.end),
    message,
  }))
  const expected = CASES.filter(([, at]) => at !== undefined).map(([line, at, words]) => ({
    line,
    at,
    message: expect.stringContaining(words ?? ''),
  }))
  expect(shown).toEqual(expected)
  const { texts } = applyFixes(found, () => text)
  const fixed = texts.get(FILE)?.split('\n') ?? []
  expect(fixed.filter((line) => !lines.includes(line))).toEqual([
    "export const m = schedule({ every: '5m', overlap: 'skip', run } as never)",
    "export const n = schedule({ every: '5m', missed: 'run-once', run } as never)",
  ])
})
