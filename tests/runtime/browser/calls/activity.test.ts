import { expect, test } from 'vitest'
import { asAgent } from '../../../../runtime/src/browser/agent/as-agent.ts'
import { holdBack, holdCalls, isBusy, track } from '../../../../runtime/src/browser/calls/activity.ts'
import { runWithOrigin } from '../../../../runtime/src/browser/calls/cause.ts'

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

test("calls are delayed during a run on copies, except a person's, and refused after it", async () => {
  const calls: unknown[] = []
  let refuse: (error: Error) => void = () => {}
  const over = new Promise<never>((_resolve, reject) => {
    refuse = reject
  })
  expect(holdBack('api.a.b', 1)).toBeUndefined()
  const end = holdCalls({ hold: (tool, input) => calls.push({ tool, input }), over })
  const held = holdBack('api.a.b', 2)
  expect(runWithOrigin('human', () => holdBack('api.a.b', 3))).toBeUndefined()
  end()
  refuse(new Error('It is over.'))
  await expect(held).rejects.toThrow('It is over.')
  expect(holdBack('api.a.b', 4)).toBeUndefined()
  expect(calls).toEqual([{ tool: 'api.a.b', input: 2 }])
})
