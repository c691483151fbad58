import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let cause: typeof import('../../../../runtime/src/browser/calls/cause.ts')
let act: typeof import('../../../../runtime/src/browser/agent/begin-act.ts')
let carry: typeof import('../../../../runtime/src/browser/calls/carry-cause.ts')

beforeEach(async () => {
  vi.resetModules()
  cause = await import('../../../../runtime/src/browser/calls/cause.ts')
  act = await import('../../../../runtime/src/browser/agent/begin-act.ts')
  carry = await import('../../../../runtime/src/browser/calls/carry-cause.ts')
})
afterEach(() => {
  vi.unstubAllGlobals()
  // Other files of this worker must not get a module whose reader of events a test has replaced.
  vi.resetModules()
})

test("code is a person's until an agent acts, and the agent's from then on", () => {
  expect(cause.currentOrigin()).toBe('human')
  act.beginAct()
  expect(cause.currentOrigin()).toBe('agent')
})

test('code on the stack has its own origin, also when it throws', () => {
  expect(cause.runWithOrigin('agent', cause.currentOrigin)).toBe('agent')
  act.beginAct()
  expect(cause.runWithOrigin('human', () => cause.runWithOrigin('agent', cause.currentOrigin))).toBe('agent')
  expect(cause.runWithOrigin('human', cause.currentOrigin)).toBe('human')
  expect(() =>
    cause.runWithOrigin('human', () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(cause.currentOrigin()).toBe('agent')
})

test('a function that waits has its cause whenever it runs, and leaves no trace in between', async () => {
  act.beginAct()
  const seen: string[] = []
  const pay = async () => {
    const carried = carry.carryCause()
    try {
      seen.push(cause.currentOrigin())
      carried.on(await carried.off(null))
      seen.push(cause.currentOrigin())
      try {
        carried.on(await carried.off(Promise.reject(new Error('no'))))
      } catch {
        carried.on()
        carried.on()
        seen.push(cause.currentOrigin())
      }
    } finally {
      carried.off()
    }
  }
  const ended = cause.runWithOrigin('human', pay)
  expect(cause.currentOrigin()).toBe('agent')
  for (let turn = 0; turn < 10; turn++) {
    await Promise.resolve()
    expect(cause.currentOrigin()).toBe('agent')
  }
  await ended
  expect(seen).toEqual(['human', 'human', 'human'])
})

test('the human origin of work that waits ends when an agent acts', async () => {
  act.beginAct()
  for (const begin of [carry.carryCause, carry.carrySharedCause]) {
    const seen: string[] = []
    const work = async () => {
      const carried = begin()
      for (const acts of [false, true, false]) {
        carried.on(await carried.off(acts ? act.beginAct() : null))
        seen.push(cause.currentOrigin())
      }
      carried.off()
    }
    await cause.runWithOrigin('human', work)
    expect(seen).toEqual(['human', 'agent', 'agent'])
  }
})

test('the human origin of work that waits ends when earlier work of an agent settles a promise', async () => {
  act.beginAct()
  let reply: (value: unknown) => void = () => {}
  const asked = new Promise(carry.noteAnswers((resolve: (value: unknown) => void) => (reply = resolve)))
  const replyLater = cause.runWithOrigin('agent', () => carry.withCause(() => reply(true)))
  const work = async () => {
    const carried = carry.carryCause()
    carried.on(await carried.off(asked))
    const origin = cause.currentOrigin()
    carried.off()
    return origin
  }
  const done = cause.runWithOrigin('human', work)
  replyLater()
  expect(await done).toBe('agent')
})

test('each step of a generator has the cause of the code that asks for it, and leaves no trace while it waits', async () => {
  act.beginAct()
  const seen: string[] = []
  const say = async function* (): AsyncGenerator<unknown> {
    const carried = carry.carryCause()
    const note = () => void seen.push(cause.currentOrigin())
    try {
      note()
      carried.resume(yield carried.off())
      note()
      try {
        carried.resume(yield carried.off(Promise.reject(new Error('no'))))
      } catch {
        carried.on()
        note()
        return carried.on(await carried.off(new Promise((done) => setTimeout(done, 5))))
      }
    } finally {
      carried.off()
    }
  }
  for (const second of ['human', 'agent'] as const) {
    const steps = say()
    await cause.runWithOrigin('human', () => steps.next())
    const end = cause.runWithOrigin(second, () => steps.next())
    for (let turn = 0; turn < 10; turn++) {
      await Promise.resolve()
      expect(cause.currentOrigin()).toBe('agent')
    }
    await end
    expect(seen.splice(0)).toEqual(['human', second, second])
    expect(cause.currentOrigin()).toBe('agent')
  }
})

test('each step of a loop leaves no trace while it waits', async () => {
  act.beginAct()
  const seen: string[] = []
  const read = async (values: Iterable<unknown>) => {
    const carried = carry.carryCause()
    try {
      for await (const value of carry.stepWithCause(carried, values)) {
        carried.on()
        seen.push(`${value} ${cause.currentOrigin()}`)
        if (value === 2) break
      }
      carried.on()
      seen.push(cause.currentOrigin())
    } finally {
      carried.off()
    }
  }
  const ended = cause.runWithOrigin('human', () => read([Promise.resolve(1), 2, 3]))
  expect(cause.currentOrigin()).toBe('agent')
  await ended
  expect(cause.currentOrigin()).toBe('agent')
  expect(seen).toEqual(['1 human', '2 human', 'human'])
})

test("callbacks of promises and timers retain a person's cause until an agent acts", () => {
  act.beginAct()
  const [reaction, timer] = cause.runWithOrigin('human', () => [
    carry.withCause(cause.currentOrigin),
    carry.withSharedCause(cause.currentOrigin),
  ])
  expect([reaction?.(), timer?.()]).toEqual(['human', 'human'])
  act.beginAct()
  expect([reaction?.(), timer?.()]).toEqual(['agent', 'agent'])
  const agents = cause.runWithOrigin('agent', () => carry.withSharedCause(cause.currentOrigin))
  expect(cause.runWithOrigin('human', agents)).toBe('agent')
  expect(carry.withCause(null)).toBe(null)
})

test('what began before an agent acted is unknown afterwards', () => {
  const timer = carry.withCause(cause.currentOrigin)
  expect(timer()).toBe('human')
  act.beginAct()
  expect(timer()).toBe('agent')
})

test('a callback gets its `this` and its arguments', () => {
  const add = carry.withCause(function (this: { n: number }, by: number) {
    return this.n + by
  })
  expect(add.call({ n: 1 }, 2)).toBe(3)
})

test("work of an agent that continues ends the human origin of a person's timer, but work of a page that it opened doesn't", () => {
  act.beginAct()
  const origins: string[] = []
  for (const isPage of [false, true]) {
    const late = cause.runWith({ origin: 'agent', isPage }, () => carry.withCause(() => {}))
    const timer = cause.runWith({ origin: 'human' }, () =>
      carry.withSharedCause(() => origins.push(cause.currentOrigin())),
    )
    late()
    timer()
  }
  expect(origins).toEqual(['agent', 'human'])
})

test.each([
  ['a text', () => 'ab', ['a', 'b', undefined]],
  ['values that are awaited', () => [Promise.resolve('a'), 'b'], ['a', 'b', undefined]],
  [
    'a generator that gets and returns values',
    function* (): Generator<string, string, string> {
      return yield `${yield 'a'}!`
    },
    ['a', 'sent!', 'sent'],
  ],
])('`yield*` has the values of %s', async (_title, open, expected) => {
  async function* generate() {
    const carried = carry.carryCause()
    yield carried.resume(yield* carry.stepWithCause(carried, open() as Iterable<string>))
  }
  const steps = generate()
  const seen = [(await steps.next()).value, (await steps.next('sent')).value, (await steps.next('sent')).value]
  expect(seen).toEqual(expected)
})

test('`Promise.withResolvers?.()` has no result in a browser without it', () => {
  expect(carry.noteResolvers(undefined)).toBeUndefined()
})

test('an asynchronous function that is passed on remains one for a library that asks', () => {
  act.beginAct()
  const run = async (_item: unknown) => {}
  const carried = cause.runWithOrigin('human', () => carry.asCallback(run))
  expect(carried).not.toBe(run)
  expect([carried.length, Object.prototype.toString.call(carried)]).toEqual([1, '[object AsyncFunction]'])
})

test("a person's callback doesn't have human origin if an agent's code calls it", () => {
  act.beginAct()
  const callback = cause.runWithOrigin('human', () => carry.withCause(cause.currentOrigin))
  expect(callback()).toBe('human')
  expect(cause.runWithOrigin('agent', callback)).toBe('agent')
})

test("a callback of an agent's code has agent origin also before an act, as for code that hears of a call on the server", () => {
  expect(cause.runWithOrigin('agent', () => carry.asCallback(cause.currentOrigin))()).toBe('agent')
  expect(cause.runWithOrigin('human', () => carry.asCallback(cause.currentOrigin))()).toBe('human')
})

test('a timer whose function is applied has the cause of the code that starts it', async () => {
  act.beginAct()
  const start = () =>
    new Promise((resolve) => carry.carryTimer(setTimeout).apply(void 0, [() => resolve(cause.currentOrigin()), 1]))
  expect(await cause.runWithOrigin('human', start)).toBe('human')
})

test.each([
  ['the browser fires', { type: 'load', isTrusted: true }, undefined, 'human'],
  ['a script dispatches', { type: 'load', isTrusted: false }, undefined, 'agent'],
  ['begins something', { type: 'message', isTrusted: true }, undefined, 'agent'],
  ['is a gesture of a person', { type: 'touchend', isTrusted: true }, 'human', 'human'],
] as const)(
  'a callback has a cause of its own in an event that reports an end: one that %s',
  (_title, event, origin, expected) => {
    let current: Event | undefined
    cause.noteAct()
    cause.readEventsBy(
      () => origin,
      () => current,
    )
    const callback = (by: 'human' | 'agent') => cause.runWithOrigin(by, () => carry.asCallback(cause.currentOrigin))
    const [persons, agents] = [callback('human'), callback('agent')]
    current = event as Event // only these members are read
    expect(persons()).toBe(expected)
    if (origin === 'human') expect(agents()).toBe('human')
  },
)
