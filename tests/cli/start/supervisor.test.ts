/** The supervisor of `fw start --workers` over workers that a test moves by hand. */
import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import { createSupervisor, type WorkerProcess } from '../../../cli/src/workers/supervisor.ts'

class Worker extends EventEmitter implements WorkerProcess {
  readonly process: WorkerProcess['process']
  readonly heard: string[] = []
  readonly signals: NodeJS.Signals[] = []
  connected = true
  /** Ignores SIGTERM. */
  handlesSignals = false

  constructor(pid: number) {
    super()
    const kill = (signal: NodeJS.Signals) => {
      this.signals.push(signal)
      return signal !== 'SIGKILL' && this.handlesSignals ? true : this.end(null, signal)
    }
    this.process = { pid, kill }
  }

  isConnected() {
    return this.connected
  }

  send({ fw }: { readonly fw: string }) {
    this.heard.push(fw)
  }

  listen(drainMs = 10_000) {
    this.emit('message', { fw: 'listening', url: 'http://localhost:1', drainMs })
  }

  end(code: number | null, signal: string | null = null) {
    this.connected = false
    return this.emit('exit', code, signal)
  }
}

function setUp(count: number) {
  const workers: Worker[] = []
  const lines: string[] = []
  const pauses: number[] = []
  const clock = { now: 0 }
  const write = (line: string) => void lines.push(line)
  const supervisor = createSupervisor({
    count,
    fork: () => {
      const worker = new Worker(100 + workers.length)
      workers.push(worker)
      return worker
    },
    log: { info: write, error: write },
    now: () => clock.now,
    pause: async (ms) => void pauses.push(ms),
  })
  const forked = async (number: number) => {
    await expect.poll(() => workers.length).toBe(number)
    return workers[number - 1] as Worker // there are that many
  }
  const startAll = async () => {
    const started = supervisor.start()
    for (let number = 1; number <= count; number++) (await forked(number)).listen()
    return started
  }
  return { supervisor, workers, lines, pauses, clock, forked, startAll }
}

test('the others wait for the first: an error of the app is logged once', async () => {
  const { supervisor, workers, forked } = setUp(3)
  const started = supervisor.start()
  ;(await forked(1)).end(1)
  expect(await started).toBeUndefined()
  expect(workers).toHaveLength(1)
})

test('all end when one of the others does not start', async () => {
  const { supervisor, workers, forked } = setUp(3)
  const started = supervisor.start()
  ;(await forked(1)).listen()
  ;(await forked(3)).listen()
  workers[1]?.end(1)
  await expect.poll(() => workers[0]?.heard).toEqual(['stop'])
  workers[0]?.end(0)
  workers[2]?.end(0)
  expect(await started).toBeUndefined()
})

test('a worker that dies is replaced, with a growing delay, which is reset after a longer run', async () => {
  const { workers, lines, pauses, clock, forked, startAll } = setUp(2)
  expect(await startAll()).toBe('http://localhost:1')
  for (let number = 3; number <= 9; number++) {
    workers[number === 3 ? 0 : number - 2]?.end(null, 'SIGKILL')
    ;(await forked(number)).listen()
  }
  expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000])
  expect(lines[0]).toBe('Worker 100 ended with SIGKILL. Restarting in 100 ms.')
  await expect.poll(() => lines[1]).toBe('Worker 102 is listening.')
  clock.now = 60_000
  workers[8]?.end(1)
  await forked(10)
  expect(pauses.at(-1)).toBe(100)
})

test('it stops after nine deaths within a minute of each start, and the others run until they are stopped', async () => {
  const { supervisor, workers, lines, forked, startAll } = setUp(2)
  await startAll()
  let isGivenUp = false
  void supervisor.givenUp.then(() => (isGivenUp = true))
  for (let number = 3; number <= 10; number++) {
    workers[number === 3 ? 1 : number - 2]?.end(7)
    await forked(number)
  }
  expect(isGivenUp).toBe(false)
  workers[9]?.end(7)
  await supervisor.givenUp
  expect(lines.at(-1)).toBe('Worker 109 ended with code 7, after 8 others that each ended within a minute. Giving up.')
  const stopped = supervisor.stop()
  expect(workers[0]?.heard).toEqual(['stop'])
  workers[0]?.end(0)
  await stopped
  expect(workers).toHaveLength(10)
})

test('a roll ends each old one once a new one listens', async () => {
  const { supervisor, workers, lines, forked, startAll } = setUp(2)
  await startAll()
  const rolled = supervisor.roll()
  void supervisor.roll()
  const third = await forked(3)
  expect(workers[0]?.heard).toEqual([])
  third.listen()
  await expect.poll(() => workers[0]?.heard).toEqual(['stop'])
  expect(workers).toHaveLength(3)
  workers[0]?.end(0)
  ;(await forked(4)).listen()
  await expect.poll(() => workers[1]?.heard).toEqual(['stop'])
  workers[1]?.end(0)
  await rolled
  expect([workers.length, lines]).toEqual([4, []])
  // They are looked after as the first ones were.
  third.end(null, 'SIGSEGV')
  await forked(5)
})

test('a roll whose new one does not listen leaves the old ones where they are', async () => {
  const { supervisor, workers, lines, forked, startAll } = setUp(2)
  await startAll()
  const rolled = supervisor.roll()
  ;(await forked(3)).end(1)
  await rolled
  expect(lines).toEqual(['Workers are not replaced. The new worker ended with code 1.'])
  expect([workers.length, workers[0]?.heard, workers[1]?.heard]).toEqual([3, [], []])
})

test('stop waits for all and replaces none, and kill does not wait', async () => {
  const { supervisor, workers, startAll } = setUp(2)
  await startAll()
  let isStopped = false
  const stopped = supervisor.stop().then(() => (isStopped = true))
  workers[0]?.end(0)
  await new Promise((resolve) => setTimeout(resolve))
  expect([isStopped, workers.length]).toEqual([false, 2])
  supervisor.kill()
  await stopped
})

test('a stop ends a replacement that is still starting', async () => {
  const { supervisor, workers, forked, startAll } = setUp(2)
  await startAll()
  workers[0]?.end(null, 'SIGKILL')
  const starting = await forked(3)
  const stopped = supervisor.stop()
  expect([workers[1]?.heard, workers[1]?.signals]).toEqual([['stop'], []])
  expect([starting.heard, starting.signals]).toEqual([[], ['SIGTERM']])
  workers[1]?.end(0)
  await stopped
  expect(workers).toHaveLength(3)
})

test('a replacement that survives the signal gets it again when it listens', async () => {
  const { supervisor, workers, forked, startAll } = setUp(2)
  await startAll()
  workers[0]?.end(null, 'SIGKILL')
  const starting = await forked(3)
  starting.handlesSignals = true
  const stopped = supervisor.stop()
  workers[1]?.end(0)
  starting.listen()
  expect(starting.heard).toEqual(['stop'])
  starting.end(0)
  await stopped
})

test('a worker that does not end within its drain time is killed', async () => {
  vi.useFakeTimers()
  try {
    const { supervisor, workers, lines } = setUp(1)
    const started = supervisor.start()
    workers[0]?.listen(2_000)
    await started
    const stopped = supervisor.stop()
    await vi.advanceTimersByTimeAsync(6_900)
    expect(workers[0]?.signals).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    await stopped
    expect(workers[0]?.signals).toEqual(['SIGKILL'])
    expect(lines).toEqual(['Worker 100 did not stop in time and was killed.'])
  } finally {
    vi.useRealTimers()
  }
})
