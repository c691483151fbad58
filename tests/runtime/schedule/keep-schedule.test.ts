/** One schedule and its clock. Two keepers on one store are two processes. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DataStore } from '../../../runtime/src/contract/config/data.ts'
import type { LogLine } from '../../../runtime/src/contract/config/log.ts'
import type { ScheduleDefinition } from '../../../runtime/src/contract/config/schedule.ts'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'
import { createLogger } from '../../../runtime/src/log/create-logger.ts'
import { type Keeper, keepSchedule } from '../../../runtime/src/schedule/keep-schedule.ts'

const START = Date.parse('2026-11-22T10:00:30Z')
const MINUTE = 60_000

beforeEach(() => vi.useFakeTimers({ now: START }))
afterEach(() => vi.useRealTimers())

/** A run that continues until it is released. */
interface Open {
  readonly at: string
  readonly signal: AbortSignal
  end(): void
}

function rig(definition: Partial<ScheduleDefinition> = {}, data: DataStore = openMemoryData()) {
  const ran: string[] = []
  const open: Open[] = []
  const lines: LogLine[] = []
  const set = { long: false, fails: false, parks: false }
  const make = (): Keeper =>
    keepSchedule({
      name: 'sweep',
      definition: { every: '1m', run: () => undefined, ...definition } as ScheduleDefinition,
      data,
      now: Date.now,
      log: createLogger({ sink: (line) => void lines.push(line), level: 'debug', now: Date.now }),
      async execute({ scheduledAt, signal }) {
        const at = scheduledAt.toISOString().slice(11, 19)
        ran.push(at)
        if (set.fails) throw new Error('no luck')
        if (set.long) await new Promise<void>((end) => open.push({ at, signal, end }))
        return set.parks ? { proposal: 'p1' } : {}
      },
    })
  const messages = () => lines.map(({ level, msg }) => `${level} ${msg}`)
  return { data, ran, open, lines, set, make, messages }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a schedule', () => {
  it('runs at its times and not before, and receives the time', async () => {
    const { make, ran, messages } = rig()
    const keeper = make()
    keeper.start()
    await pass(29_999)
    expect(ran).toEqual([])
    await pass(2 * MINUTE)
    expect(ran).toEqual(['10:01:00', '10:02:00'])
    expect(messages()).toEqual(['info The schedule "sweep" ran.', 'info The schedule "sweep" ran.'])
    expect(keeper.status()).toEqual({
      name: 'sweep',
      when: 'every 1m',
      timezone: 'UTC',
      overlap: 'skip',
      missed: 'skip',
      next: Date.parse('2026-11-22T10:03:00Z'),
      runs: 2,
      failures: 0,
      skipped: 0,
      running: false,
    })
    await keeper.stop(0)
    await pass(5 * MINUTE)
    expect(ran).toHaveLength(2)
  })

  it('sleeps longer than a timer can', async () => {
    const { make, ran } = rig({ every: undefined, cron: '0 0 1 1 *' } as unknown as ScheduleDefinition)
    const keeper = make()
    keeper.start()
    await pass(40 * 86_400_000)
    expect(ran).toEqual(['00:00:00'])
    await keeper.stop(0)
  })

  it('that fails is logged with its name and counted, and runs the next time', async () => {
    const { make, set, lines, ran } = rig()
    const keeper = make()
    keeper.start()
    set.fails = true
    await pass(2 * MINUTE)
    const failed = lines.filter(({ level }) => level === 'error')
    expect(
      failed.map(({ msg, schedule, failures, scheduledAt, err }) => [
        msg,
        schedule,
        failures,
        scheduledAt,
        String(err),
      ]),
    ).toEqual([
      ['The schedule "sweep" failed.', 'sweep', 1, '2026-11-22T10:01:00.000Z', 'Error: no luck'],
      ['The schedule "sweep" failed.', 'sweep', 2, '2026-11-22T10:02:00.000Z', 'Error: no luck'],
    ])
    expect(keeper.status()).toMatchObject({ runs: 2, failures: 2 })
    expect(ran).toHaveLength(2)
    await keeper.stop(0)
  })

  it('that ends in a proposal is logged', async () => {
    const { make, set, lines } = rig()
    const keeper = make()
    keeper.start()
    set.parks = true
    await pass(MINUTE)
    expect(lines.at(-1)).toMatchObject({
      msg: 'The schedule "sweep" waits for approval by a user.',
      proposal: 'p1',
    })
    await keeper.stop(0)
  })
})

describe('two processes on one store', () => {
  it('run each time once', async () => {
    const one = rig()
    const other = rig({}, one.data)
    const keepers = [one.make(), other.make(), other.make()]
    for (const keeper of keepers) keeper.start()
    await pass(5 * MINUTE)
    expect([...one.ran, ...other.ran].sort()).toEqual(['10:01:00', '10:02:00', '10:03:00', '10:04:00', '10:05:00'])
    await Promise.all(keepers.map((keeper) => keeper.stop(0)))
  })

  it('are never in it at the same time', async () => {
    const one = rig()
    const other = rig({}, one.data)
    one.set.long = true
    const keeper = one.make()
    keeper.start()
    await pass(MINUTE)
    expect(one.ran).toHaveLength(1)
    const late = other.make()
    late.start()
    // Longer than the mark of a process that died would stand.
    await pass(3 * MINUTE)
    expect([one.ran.length, other.ran.length]).toEqual([1, 0])
    one.set.long = false
    one.open[0]?.end()
    await pass(MINUTE)
    expect(one.ran.length + other.ran.length).toBe(2)
    await Promise.all([keeper.stop(0), late.stop(0)])
  })

  it('do not wait for a crashed process', async () => {
    const one = rig()
    one.set.long = true
    const died = one.make()
    died.start()
    await pass(MINUTE)
    const now = Date.now()
    // Which sets the clock back as well.
    vi.clearAllTimers()
    vi.setSystemTime(now)
    const other = rig({}, one.data)
    const keeper = other.make()
    keeper.start()
    await pass(MINUTE)
    expect(other.ran).toEqual(['10:02:00'])
    await keeper.stop(0)
  })
})

describe('a time during the previous run', () => {
  it('is left out, logged and counted', async () => {
    const { make, set, open, ran, lines } = rig()
    const keeper = make()
    keeper.start()
    set.long = true
    await pass(3 * MINUTE)
    expect(ran).toEqual(['10:01:00'])
    expect(keeper.status()).toMatchObject({ skipped: 2, running: true, runs: 0 })
    expect(lines.map(({ msg, scheduledAt }) => [msg, scheduledAt])).toEqual([
      ['The schedule "sweep" is still running and is skipped.', '2026-11-22T10:02:00.000Z'],
      ['The schedule "sweep" is still running and is skipped.', '2026-11-22T10:03:00.000Z'],
    ])
    open[0]?.end()
    set.long = false
    await pass(MINUTE)
    expect(ran).toEqual(['10:01:00', '10:04:00'])
    await keeper.stop(0)
  })

  it('waits with overlap: queue, once for all that came', async () => {
    const one = rig({ overlap: 'queue' })
    const other = rig({ overlap: 'queue' }, one.data)
    const keepers = [one.make(), other.make()]
    for (const keeper of keepers) keeper.start()
    one.set.long = true
    other.set.long = true
    await pass(3 * MINUTE)
    const ran = () => [...one.ran, ...other.ran].sort()
    const open = () => [...one.open, ...other.open].sort((a, b) => (a.at < b.at ? -1 : 1))
    expect(ran()).toEqual(['10:01:00'])
    open()[0]?.end()
    await pass(2000)
    expect(ran()).toEqual(['10:01:00', '10:02:00'])
    open()[1]?.end()
    await pass(10_000)
    expect(ran()).toEqual(['10:01:00', '10:02:00'])
    await Promise.all(keepers.map((keeper) => keeper.stop(0)))
  })
})

describe('a time that came while nothing ran', () => {
  /** Runs until 10:02, and again from 10:10:30 on. */
  async function stopAndGo(definition: Partial<ScheduleDefinition>) {
    const first = rig(definition)
    const before = first.make()
    before.start()
    await pass(MINUTE + 40_000)
    expect(first.ran).toEqual(['10:01:00', '10:02:00'])
    await before.stop(0)
    vi.setSystemTime(Date.parse('2026-11-22T10:10:30Z'))
    const second = rig(definition, first.data)
    const keepers = [second.make(), second.make()]
    for (const keeper of keepers) keeper.start()
    await pass(0)
    const ran = [...second.ran]
    await Promise.all(keepers.map((keeper) => keeper.stop(0)))
    return { ran, messages: second.messages() }
  }

  it('is skipped, with a log message', async () => {
    expect(await stopAndGo({})).toEqual({
      ran: [],
      messages: ['warn The schedule "sweep" was missed and is skipped.'],
    })
  })

  it('is made up for with missed: run-once, once for all, by one process', async () => {
    expect((await stopAndGo({ missed: 'run-once' })).ran).toEqual(['10:10:00'])
  })

  it('does not exist for a new schedule, nor for one with changed times', async () => {
    const first = rig({ missed: 'run-once' })
    const keeper = first.make()
    keeper.start()
    await pass(0)
    expect(first.ran).toEqual([])
    await keeper.stop(0)
    vi.setSystemTime(START + 86_400_000)
    const other = rig({ missed: 'run-once', every: '1h' }, first.data)
    const changed = other.make()
    changed.start()
    await pass(0)
    expect(other.ran).toEqual([])
    await changed.stop(0)
  })

  it.each([
    ['skip', []],
    ['run-once', ['10:30:00']],
  ] as const)('is one too when the machine slept: %s', async (missed, expected) => {
    const { make, ran } = rig({ every: '30m', missed })
    const keeper = make()
    keeper.start()
    await pass(10_000)
    vi.setSystemTime(Date.parse('2026-11-22T10:45:00Z'))
    await pass(MINUTE)
    expect(ran).toEqual(expected)
    await keeper.stop(0)
  })
})

describe('while the data store is away', () => {
  /** A store that can be taken away. */
  function broken() {
    const data = openMemoryData()
    const state = { away: false }
    const claim: DataStore['claim'] = async (...given) => {
      if (state.away) throw new Error('The store is away')
      return data.claim(...given)
    }
    return { state, data: { ...data, claim } }
  }

  it('nothing runs, which is logged and counted', async () => {
    const { state, data } = broken()
    const { make, ran, lines } = rig({ every: '10m' }, data)
    const keeper = make()
    keeper.start()
    state.away = true
    await pass(11 * MINUTE)
    state.away = false
    await pass(5 * MINUTE)
    expect(ran).toEqual([])
    expect(lines.map(({ msg, schedule }) => [msg, schedule])).toEqual([
      ['The schedule "sweep" could not be claimed. It does not run this time.', 'sweep'],
    ])
    expect(keeper.status()).toMatchObject({ failures: 1 })
    await keeper.stop(0)
  })

  it('missed: run-once tries again until it is back', async () => {
    const { state, data } = broken()
    const { make, ran } = rig({ every: '10m', missed: 'run-once' }, data)
    const keeper = make()
    keeper.start()
    state.away = true
    await pass(12 * MINUTE)
    expect(ran).toEqual([])
    state.away = false
    await pass(5000)
    expect(ran).toEqual(['10:10:00'])
    await pass(MINUTE)
    expect(ran).toHaveLength(1)
    await keeper.stop(0)
  })
})

describe('stopping', () => {
  it('waits for the current run', async () => {
    const { make, set, open } = rig()
    const keeper = make()
    keeper.start()
    set.long = true
    await pass(MINUTE)
    let stopped = false
    const stopping = keeper.stop(10_000).then(() => {
      stopped = true
    })
    await pass(5000)
    expect([stopped, open[0]?.signal.aborted]).toEqual([false, false])
    open[0]?.end()
    await stopping
    expect(open[0]?.signal.aborted).toBe(false)
  })

  it('aborts the signal if that takes too long, and logs the run that did not end', async () => {
    const { make, set, open, messages } = rig()
    const keeper = make()
    keeper.start()
    set.long = true
    await pass(MINUTE)
    const stopping = keeper.stop(10_000)
    await pass(10_000)
    expect(open[0]?.signal.aborted).toBe(true)
    await pass(1000)
    await stopping
    expect(messages()).toEqual(['warn The schedule "sweep" was still running when the server stopped.'])
  })

  it('ends what waits in the queue', async () => {
    const { make, set, open, ran } = rig({ overlap: 'queue' })
    const keeper = make()
    keeper.start()
    set.long = true
    await pass(2 * MINUTE)
    const stopping = keeper.stop(10_000)
    open[0]?.end()
    await pass(1)
    await stopping
    expect(ran).toEqual(['10:01:00'])
  })
})

describe('a platform that calls the app at the times of a schedule', () => {
  const at = (time: string) => Date.parse(`2026-11-22T${time}Z`)

  it('runs each time once, in any process, of a call that is early or late', async () => {
    const first = rig({ every: '15m' })
    const second = rig({ every: '15m' }, first.data)
    const calls = [first.make().runOnce(at('10:15:30')), second.make().runOnce(at('10:15:31'))]
    expect((await Promise.all(calls)).sort()).toEqual([false, true])
    expect(await first.make().runOnce(at('10:29:00'))).toBe(false)
    expect(await second.make().runOnce(at('10:44:00'))).toBe(true)
    expect(await first.make().runOnce(at('10:44:58'))).toBe(true)
    expect([...first.ran, ...second.ran].sort()).toEqual(['10:15:00', '10:30:00', '10:45:00'])
  })

  it('reports a time that ran if the run fails, and rejects if the store fails', async () => {
    const { make, set, data, messages } = rig({ every: '15m' })
    set.fails = true
    expect(await make().runOnce(at('10:15:00'))).toBe(true)
    expect(messages()).toEqual(['error The schedule "sweep" failed.'])
    vi.spyOn(data, 'claim').mockRejectedValue(new Error('unreachable'))
    await expect(make().runOnce(at('10:30:00'))).rejects.toThrow('unreachable')
  })

  it('skips a time while the last run continues', async () => {
    const { make, set, open, messages } = rig({ every: '15m' })
    set.long = true
    const long = make().runOnce(at('10:15:00'))
    await pass(0)
    expect(await make().runOnce(at('10:30:00'))).toBe(false)
    expect(messages()).toEqual(['warn The schedule "sweep" is still running and is skipped.'])
    open[0]?.end()
    expect(await long).toBe(true)
  })
})
