import { describe, expect, it } from 'vitest'
import { everyMs, type ScheduleDefinition } from '../../../runtime/src/contract/config/schedule.ts'
import { schedule } from '../../../runtime/src/index.ts'
import { tickTimes } from '../../../runtime/src/schedule/tick-times.ts'

const run = () => undefined
const at = (text: string) => Date.parse(text)
const shown = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())

describe('the times of a schedule', () => {
  it.each([
    ['every 15m', { every: '15m' }, '2026-11-22T10:07:00Z', '2026-11-22T10:00:00.000Z', '2026-11-22T10:15:00.000Z'],
    [
      'the moment itself',
      { every: '15m' },
      '2026-11-22T10:15:00Z',
      '2026-11-22T10:15:00.000Z',
      '2026-11-22T10:30:00.000Z',
    ],
    ['every day', { every: '1d' }, '2026-11-22T10:07:00Z', '2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['cron', { cron: '0 3 * * *' }, '2026-11-22T02:59:59.999Z', '2026-11-21T03:00:00.000Z', '2026-11-22T03:00:00.000Z'],
    [
      'its moment',
      { cron: '0 3 * * *' },
      '2026-11-22T03:00:00Z',
      '2026-11-22T03:00:00.000Z',
      '2026-11-23T03:00:00.000Z',
    ],
    [
      'seconds',
      { cron: '*/5 * * * * *' },
      '2026-11-22T03:00:06Z',
      '2026-11-22T03:00:05.000Z',
      '2026-11-22T03:00:10.000Z',
    ],
    ['a nickname', { cron: '@weekly' }, '2026-11-25T00:00:00Z', '2026-11-22T00:00:00.000Z', '2026-11-29T00:00:00.000Z'],
    [
      'a timezone',
      { cron: '0 3 * * *', timezone: 'Europe/Berlin' },
      '2026-07-01T12:00:00Z',
      '2026-07-01T01:00:00.000Z',
      '2026-07-02T01:00:00.000Z',
    ],
    [
      'an hour that the clocks leave out',
      { cron: '30 2 * * *', timezone: 'Europe/Berlin' },
      '2026-03-28T12:00:00Z',
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'an hour that occurs twice',
      { cron: '30 2 * * *', timezone: 'Europe/Berlin' },
      '2026-10-25T00:30:00Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ],
  ])('%s: the one before and the one after', (_, times, now, last, next) => {
    const ticks = tickTimes('x', { ...times, run } as ScheduleDefinition)
    expect([shown(ticks.last(at(now))), shown(ticks.next(at(now)))]).toEqual([last, next])
  })

  it('do not exist for an impossible day', () => {
    const ticks = tickTimes('x', { cron: '0 0 30 2 *', run })
    expect([ticks.last(at('2026-11-22')), ticks.next(at('2026-11-22'))]).toEqual([undefined, undefined])
  })

  it('are refused with the reason', () => {
    expect(() => tickTimes('nightly', { cron: '61 * * * *', run })).toThrow(
      'The schedule "nightly" has an invalid cron expression: "61 * * * *". Invalid value for minute: 61',
    )
  })

  it.each([
    ['1s', 1000],
    ['15m', 900_000],
    ['366d', 31_622_400_000],
    ['367d', undefined],
    ['0m', undefined],
    ['1.5h', undefined],
    ['-5m', undefined],
    ['5', undefined],
    ['5 m', undefined],
    ['1e3s', undefined],
  ])('%s is %s milliseconds', (text, ms) => expect(everyMs(text)).toBe(ms))
})

describe('schedule()', () => {
  it.each([
    ['neither cron nor every', { run }, 'It has no times.'],
    ['both', { cron: '* * * * *', every: '5m', run }, 'It has both cron and every.'],
    ['no run', { every: '5m' }, 'It has no run.'],
    ['a run that is not a function', { every: '5m', run: 5 }, 'run of a schedule must be a function.'],
    ['an invalid interval', { every: 'often', run }, '"often" is not a valid interval.'],
    [
      'a time zone with every',
      { every: '5m', timezone: 'UTC', run },
      "The times of every don't depend on a time zone.",
    ],
    [
      'an unknown time zone',
      { cron: '@daily', timezone: 'Europe/Berlinn', run },
      '"Europe/Berlinn" is not a known time zone.',
    ],
    ['an unknown field', { every: '5m', run, overlaps: 'skip' }, 'Did you mean "overlap"?'],
    ['an unknown value', { every: '5m', run, overlap: 'both' }, 'overlap must be "skip" or "queue", not "both".'],
  ])('refuses %s', (_, definition, words) => {
    expect(() => schedule(definition as unknown as ScheduleDefinition)).toThrow(words)
  })
})
