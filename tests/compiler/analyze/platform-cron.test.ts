import { Cron } from 'croner'
import { expect, test } from 'vitest'
import { toAwsCron, toPlatformCron } from '../../../compiler/src/analyze/platform-cron.ts'

test.each([
  ['0 3 * * *', '0 3 * * *'],
  ['0 3 * * MON-FRI', '0 3 * * 1-5'],
  ['0 3 * * FRI-SUN', '0 3 * * 0,5,6'],
  ['0 3 * * 5-7', '0 3 * * 0,5,6'],
  ['0 3 * * 7', '0 3 * * 0'],
  ['0 3 * * */2', '0 3 * * 0,2,4,6'],
  ['*/15 8-18 * * 1,3', '*/15 8-18 * * 1,3'],
  ['*/7 * * * *', '*/7 * * * *'],
  ['10-40/15 * * * *', '10,25,40 * * * *'],
  ['0 0 */2 JAN,jul ?', '0 0 */2 1,7 *'],
  ['0 0 1-31 * 0-6', '0 0 * * *'],
  ['@daily', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
  ['@yearly', '0 0 1 1 *'],
])('%s has the times of %s', (cron, expected) => {
  expect(toPlatformCron({ cron })).toEqual({ cron: expected })
  const list = (text: string) =>
    new Cron(text, { paused: true, timezone: 'UTC' }).nextRuns(40, new Date('2026-11-22T10:00:00Z'))
  expect(list(expected)).toEqual(list(cron))
})

test.each([
  ['1m', '* * * * *'],
  ['60s', '* * * * *'],
  ['20m', '*/20 * * * *'],
  ['60m', '0 * * * *'],
  ['6h', '0 */6 * * *'],
  ['24h', '0 0 * * *'],
  ['1d', '0 0 * * *'],
])('every %s is %s', (every, cron) => expect(toPlatformCron({ every })).toEqual({ cron }))

test.each(['0 3 * * MONL', '0 3 * * 1L', '0 3 * * 1#2', '0 3 15W * *', '0 3 LW * *'])('%s is an extension', (cron) =>
  expect(toPlatformCron({ cron })).toMatchObject({ field: 'cron', problem: expect.stringContaining('L, W or #') }),
)

test.each(['30s', '90s', '7m', '90m', '5h', '2d'])('no expression has the interval %s', (every) =>
  expect(toPlatformCron({ every })).toMatchObject({ field: 'every' }),
)

test.each([
  ['0 3 * * *', 'cron(0 3 * * ? *)'],
  ['*/15 * * * *', 'cron(*/15 * * * ? *)'],
  ['0 3 * * 1-5', 'cron(0 3 ? * MON-FRI *)'],
  ['0 3 * * 0,2', 'cron(0 3 ? * SUN,TUE *)'],
  ['0 0 1 1 *', 'cron(0 0 1 1 ? *)'],
])('%s is %s on AWS', (cron, expected) => expect(toAwsCron(cron)).toBe(expected))
