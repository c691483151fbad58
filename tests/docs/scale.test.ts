/** The arithmetic of docs/guide/scale.md: each value that it calls computed follows from its measured costs. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const PAGE = readFileSync(new URL('../../docs/guide/scale.md', import.meta.url), 'utf8')
/** Usable CPU time of a core in a second, in microseconds. */
const CORE_US = 600_000
const PEAK = 18_000
const STREAM_KB = 19
const CONNECTIONS = 5

/** Returns the rows of the table whose first header begins with the text, without its header. */
function readTable(header: string): string[][] {
  const lines = PAGE.split('\n')
  // The formatter aligns the columns.
  const begin = lines.findIndex((line) => line.replaceAll(/ +/g, ' ').startsWith(`| ${header}`))
  expect(begin, header).toBeGreaterThan(-1)
  const after = lines.slice(begin + 2)
  return after
    .slice(
      0,
      after.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const toNumber = (text = ''): number => Number(text.replaceAll(',', ''))
const format = (value: number, digits: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const costs = readTable('operation | process')
const use = new Map(readTable('operation | a day').map(([name = '', count]) => [name, toNumber(count)]))
const sum = (column: 1 | 2): number =>
  costs.reduce((total, row) => total + toNumber(row[column]) * (use.get(row[0] ?? '') ?? Number.NaN), 0)

test('what a core serves follows from the cost of an operation', () => {
  expect(costs).toHaveLength(8)
  for (const [name, cost, , rate] of costs)
    expect(toNumber(rate), name).toBe(Math.floor(CORE_US / toNumber(cost) / 10) * 10)
})

test('the load has the same operations, and as many requests as the formula says', () => {
  expect([...use.keys()]).toEqual(costs.map(([name]) => name))
  const [cached = 0, rendered = 0, reads = 0, mcp = 0, writes = 0, proposals = 0, changes, own] = use.values()
  expect(cached + rendered + reads + mcp + writes + 2 * proposals).toBe(75)
  expect(PAGE).toContain('requests per second = users × 75 / 18,000')
  expect(changes).toBe(writes * 20)
  expect(own).toBe(rendered + reads + mcp + writes + proposals)
  // A tenth of the day in 3,600 seconds, twice the average.
  expect(PEAK).toBe(3_600 / 0.1 / 2)
})

test('the table of users follows from costs and load', () => {
  const lines = PAGE.split('\n')
  const header = lines.find((line) => line.startsWith('| daily users')) ?? ''
  const users = header.split('|').slice(2, -1).map(toNumber)
  expect(users).toEqual([1_000, 100_000, 10_000_000])
  const cores = users.map((count) => (count * sum(1)) / PEAK / CORE_US)
  const processes = cores.map((count, index) => Math.max(Math.ceil(count), index === 0 ? 1 : 2))
  const expected: Readonly<Record<string, readonly string[]>> = {
    'requests per second': users.map((count) => format((count * 75) / PEAK, 1)),
    'cores of the app': cores.map((count) => format(count, 3)),
    'cores of Postgres': users.map((count) => format((count * sum(2)) / PEAK / CORE_US, 3)),
    'changes of the store': users.map((count) => format((count * 4.5) / PEAK, 1)),
    'open streams': users.map((count) => format(count * 0.05, 0)),
    'memory of the streams, MB': users.map((count) => format((count * 0.05 * STREAM_KB) / 1_000, 0)),
    processes: processes.map(String),
    'connections to Postgres': processes.map((count) => String(count * CONNECTIONS)),
  }
  expect(Object.fromEntries(readTable('daily users').map(([name, ...cells]) => [name, cells]))).toEqual(expected)
})

test('the limits of the stores follow from the cost of a proposal', () => {
  const rates = [...PAGE.matchAll(/([\d,]+) \/ (\d+) = ([\d,]+) proposals/g)]
  expect(rates).toHaveLength(2)
  for (const [text, dividend, divisor, rate] of rates)
    expect(toNumber(rate), text).toBe(Math.floor(toNumber(dividend) / toNumber(divisor)))
  expect(PAGE).toContain('and a proposal\n380 µs and 120 µs.')
  expect(costs.find(([name]) => name?.startsWith('proposal'))?.[2]).toBe(rates[1]?.[2])
})
