import { expect, test } from 'vitest'
import { asAgent } from '../../../../runtime/src/browser/agent/as-agent.ts'
import { isBusy, track } from '../../../../runtime/src/browser/calls/activity.ts'

test("the page is busy until an agent's call has settled, also when it fails", async () => {
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
