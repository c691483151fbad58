import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReadTurns } from '../../../runtime/src/mcp/read-turns.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('runs eight reads at a time, in order, and a failed one passes its turn on', async () => {
  const turns = new ReadTurns()
  const started: number[] = []
  const ends: (() => void)[] = []
  const reads = Array.from({ length: 10 }, (_, index) =>
    turns.take(async () => {
      started.push(index)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (index === 0) throw new Error('gone')
      return index
    }),
  )
  const failed = expect(reads[0]).rejects.toThrow('gone')
  await vi.advanceTimersByTimeAsync(1)
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  ends[0]?.()
  await failed
  await vi.advanceTimersByTimeAsync(1)
  expect(started.at(-1)).toBe(8)
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(1)
  expect(started.at(-1)).toBe(9)
  for (const end of ends) end()
  expect(await Promise.all(reads.slice(1))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})

it('does not wait for reads that never end', async () => {
  const turns = new ReadTurns()
  for (let index = 0; index < 8; index++) void turns.take(() => new Promise(() => undefined))
  let hasRun = false
  void turns.take(async () => {
    hasRun = true
  })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(hasRun).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(hasRun).toBe(true)
})
