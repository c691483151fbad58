import { afterEach, expect, test, vi } from 'vitest'
import {
  asAgent,
  asNow,
  beginAgent,
  currentOrigin,
  holdCalls,
  isBusy,
  isHeldBack,
  notePerson,
  track,
} from '../../../runtime/src/browser/activity.ts'

afterEach(() => vi.unstubAllGlobals())

test("a call is a person's where no agent is at work", () => {
  expect(currentOrigin()).toBe('human')
})

test("while an agent is at work everything is its own, except what a person's event leads to", async () => {
  const end = beginAgent()
  expect(currentOrigin()).toBe('agent')
  // A browser trusts the submit event that a script's click leads to.
  vi.stubGlobal('event', { isTrusted: true })
  expect(currentOrigin()).toBe('agent')
  notePerson()
  expect(currentOrigin()).toBe('human')
  vi.stubGlobal('event', { isTrusted: false })
  expect(currentOrigin()).toBe('agent')
  vi.stubGlobal('event', { isTrusted: true })
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect(currentOrigin()).toBe('agent')
  end()
  end()
  expect(currentOrigin()).toBe('human')
})

test('what is on the stack is whose it is said to be, whatever the event', () => {
  notePerson()
  vi.stubGlobal('event', { isTrusted: true })
  expect(asNow('agent', currentOrigin)).toBe('agent')
  const end = beginAgent()
  vi.stubGlobal('event', undefined)
  expect(asNow('human', () => asNow('agent', currentOrigin))).toBe('agent')
  expect(asNow('human', currentOrigin)).toBe('human')
  expect(() =>
    asNow('human', () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(currentOrigin()).toBe('agent')
  end()
})

test("an agent's call ends when it has settled, also when it fails, and the page is busy until then", async () => {
  let go: () => void = () => {}
  const call = asAgent(
    () =>
      new Promise<void>((resolve) => {
        go = resolve
      }),
  )
  expect([currentOrigin(), isBusy()]).toEqual(['agent', true])
  go()
  await call
  await expect(track(Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(
    asAgent(() => {
      throw new Error('at once')
    }),
  ).rejects.toThrow('at once')
  expect([currentOrigin(), isBusy()]).toEqual(['human', false])
})

test("calls are held back while a run on copies goes on, but not a person's", () => {
  const calls: unknown[] = []
  expect(isHeldBack('api.a.b', 1)).toBe(false)
  const end = holdCalls((call) => calls.push(call))
  expect(isHeldBack('api.a.b', 2)).toBe(true)
  expect(asNow('human', () => isHeldBack('api.a.b', 3))).toBe(false)
  end()
  expect(isHeldBack('api.a.b', 4)).toBe(false)
  expect(calls).toEqual([{ tool: 'api.a.b', input: 2 }])
})
