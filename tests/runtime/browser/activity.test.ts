import { expect, test } from 'vitest'
import { holdCalls, isBusy, isHeldBack, track } from '../../../runtime/src/browser/activity.ts'
import { asAgent } from '../../../runtime/src/browser/as-agent.ts'
import { asNow } from '../../../runtime/src/browser/cause.ts'

test("an agent's call keeps the page busy until it has settled, also when it fails", async () => {
  let go: () => void = () => {}
  const call = asAgent(
    () =>
      new Promise<void>((resolve) => {
        go = resolve
      }),
  )
  expect(isBusy()).toBe(true)
  go()
  await call
  await expect(track(Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(
    asAgent(() => {
      throw new Error('at once')
    }),
  ).rejects.toThrow('at once')
  expect(isBusy()).toBe(false)
})

test("calls are held back while a run on copies goes on, but not a person's", () => {
  const calls: unknown[] = []
  expect(isHeldBack('api.a.b', 1)).toBe(false)
  const end = holdCalls((tool, input) => calls.push({ tool, input }))
  expect(isHeldBack('api.a.b', 2)).toBe(true)
  expect(asNow('human', () => isHeldBack('api.a.b', 3))).toBe(false)
  end()
  expect(isHeldBack('api.a.b', 4)).toBe(false)
  expect(calls).toEqual([{ tool: 'api.a.b', input: 2 }])
})
