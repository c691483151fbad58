/** The table at the end of `npm run bench`: results beside targets, whether they are met, and what is missing. */
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { compareResult } from '../bench/compare.ts'
import { formatValue, MB, RATE, type Result, toResult } from '../bench/result.ts'
import { measureRounds } from '../bench/rounds.ts'
import { ROWS } from '../bench/rows.ts'
import { formatTable, toReport } from '../bench/table.ts'
import { TARGETS, type Target } from '../bench/targets.ts'

const ROOT = new URL('../..', import.meta.url)

function requests(contender: string, values: readonly number[], runtime = 'Node 20'): Result {
  return toResult({ row: 'calls', measure: 'requests', contender, runtime, ...RATE, values })
}

function memory(values: readonly number[]): Result {
  return toResult({ row: 'calls', measure: 'RSS', contender: 'fw', runtime: 'Node 20', ...MB, values })
}

const BY_HAND: Target = { row: 'calls', measure: 'requests', value: 0.85, of: 'by hand' }

describe('a result', () => {
  it('has the median and the best of its rounds, by the direction of its measure', () => {
    expect(requests('fw', [900, 1000, 700])).toMatchObject({ median: 900, best: 1000 })
    expect(memory([80, 70, 90, 60])).toMatchObject({ median: 75, best: 60 })
    expect(() => memory([])).toThrow('calls: "RSS" of fw has no values.')
  })

  it('is printed with three digits, and whole above a thousand', () => {
    const printed = [0.0834, 0.25, 1.5, 12.345, 123.4, 12345.6, 5, 0].map((value) => formatValue(value, 'ms'))
    expect(printed).toEqual(['0.0834 ms', '0.250 ms', '1.50 ms', '12.3 ms', '123 ms', '12,346 ms', '5 ms', '0 ms'])
  })
})

describe('a target', () => {
  const verdict = (result: Result, target: Target, results: readonly Result[] = [result]) =>
    compareResult(result, results, [target])[0]

  it('is met by the median, by the best round only, or missed', () => {
    const target: Target = { row: 'calls', measure: 'RSS', value: 75 }
    expect(verdict(memory([74, 75, 99]), target)).toMatchObject({ text: '<= 75 MB', value: 75, verdict: 'met' })
    expect(verdict(memory([70, 76, 99]), target)).toMatchObject({ value: 76, verdict: 'best only' })
    expect(verdict(memory([76, 76, 99]), target)).toMatchObject({ verdict: 'missed' })
    expect(verdict(memory([70, 76, 99]), { ...target, best: true })).toMatchObject({ value: 70, verdict: 'met' })
  })

  it('compares with another contender within each round, on the same runtime', () => {
    // The machine was half as fast in the second round.
    const fw = requests('fw', [900, 450, 880])
    const results = [fw, requests('by hand', [1000, 500, 1000]), requests('by hand', [1, 1, 1], 'Bun')]
    const compared = verdict(fw, BY_HAND, results)
    expect(compared).toMatchObject({ text: '>= 0.85 x by hand', verdict: 'met' })
    expect(compared?.value).toBeCloseTo(0.9)
  })

  it("isn't measured without the other contender", () => {
    const fw = requests('fw', [900])
    expect(verdict(fw, { ...BY_HAND, of: 'fastify' })).toEqual({
      target: { ...BY_HAND, of: 'fastify' },
      text: '>= 0.85 x fastify',
      verdict: 'not measured',
    })
  })

  it('belongs to one contender, and to some runtimes', () => {
    expect(verdict(requests('fastify', [900]), BY_HAND)).toBeUndefined()
    expect(verdict(requests('fw', [900]), { ...BY_HAND, runtimes: ['Bun'] })).toBeUndefined()
    expect(verdict(requests('fw', [900], 'Bun'), { ...BY_HAND, runtimes: ['Bun'] })).toBeDefined()
  })
})

describe('the table', () => {
  const results = [requests('by hand', [1000, 1000]), requests('fw', [900, 840])]
  const targets: readonly Target[] = [
    BY_HAND,
    { ...BY_HAND, value: 1.1, of: 'fastify' },
    { row: 'calls', measure: 'RSS', value: 75 },
  ]

  it('has a line for each result and each further target, and for each target without a result', () => {
    expect(formatTable(results, targets)).toEqual([
      'row    measure   contender         median        best          n  target             value    verdict',
      'calls  requests  by hand, Node 20  1,000 /CPU s  1,000 /CPU s  2',
      'calls  requests  fw, Node 20       870 /CPU s    900 /CPU s    2  >= 0.85 x by hand  0.870 x  met',
      '                                                                  >= 1.1 x fastify   -        not measured',
      'calls  RSS       fw                -             -             0                              not measured',
    ])
  })

  it('is the same as data', () => {
    const [hand, fw] = toReport(results, targets)
    expect(hand).toMatchObject({ contender: 'by hand', median: 1000, best: 1000, better: 'higher', targets: [] })
    expect(fw?.targets.map(({ text, verdict }) => [text, verdict])).toEqual([
      ['>= 0.85 x by hand', 'met'],
      ['>= 1.1 x fastify', 'not measured'],
    ])
  })
})

it('contenders alternate in the rounds; a measure that none of them has is left out', async () => {
  const order: string[] = []
  const contenders = ['by hand', 'fw'].map((name) => ({ name, runtime: 'Node 20' }))
  const measure = ({ name }: { readonly name: string }, round: number) => {
    order.push(name)
    return name === 'fw' ? { requests: 10 + round, RSS: [1, 2] } : { requests: 20 + round }
  }
  const measures = { requests: RATE, RSS: MB, other: MB }
  const log: string[] = []
  const options = { row: 'calls', subject: '20 lines', rounds: 2, contenders, measures, measure }
  const results = await measureRounds(options, (line) => log.push(line))
  expect(order).toEqual(['by hand', 'fw', 'by hand', 'fw'])
  expect(results.map(({ measure, contender, values }) => [measure, contender, values])).toEqual([
    ['requests, 20 lines', 'by hand', [20, 21]],
    ['requests, 20 lines', 'fw', [10, 11]],
    ['RSS, 20 lines', 'fw', [1, 2, 1, 2]],
  ])
  expect(log.at(-1)).toBe('calls  20 lines  2/2  fw, Node 20: requests 11 /CPU s, RSS 1.50 MB')
})

it('every target belongs to a row', () => {
  expect([...new Set(TARGETS.map(({ row }) => row))].filter((row) => !Object.hasOwn(ROWS, row))).toEqual([])
})

it('the command names its rows, and refuses rounds that are no number', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, ['scripts/bench.mjs', ...args], { cwd: ROOT, encoding: 'utf8' })
  const unknown = run('--only', 'nothing')
  expect(unknown.stderr).toContain('--only must be calls or pages or ')
  expect(unknown.status).toBe(1)
  expect(run('--rounds', 'many').stderr).toContain('--rounds, --seconds and --connections must be whole numbers.')
})
