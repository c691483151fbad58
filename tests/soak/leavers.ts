/** 200 clients that disconnect during a body, a stream or a wait leave no call, timer, socket or listener behind. */
import { setTimeout as pause } from 'node:timers/promises'
import { type CoreServer, type CoreState, startCore } from '../servers/core-server.ts'
import { openRaw, type RawSocket, requestText } from '../servers/raw-socket.ts'
import { RUNTIMES } from '../servers/runtimes.ts'

const CLIENTS = 200
const ROUNDS = 4
/** Time allowed until the resources of disconnected clients are freed. */
const SETTLE_MS = 10_000
/** Allowed growth of the heap between the second round and the last. */
const DRIFT_MB = 4
const BODY = JSON.stringify({ text: 'x'.repeat(2_000) })

export async function soakLeavers(log: (line: string) => void): Promise<readonly string[]> {
  const problems: string[] = []
  for (const [name, program] of RUNTIMES) {
    const core = await startCore(program, {}, name === 'Node' ? ['--expose-gc'] : [])
    try {
      const states: CoreState[] = []
      for (let round = 1; round <= ROUNDS; round += 1) {
        await comeAndLeave(core, round)
        states.push(await settled(core, round))
      }
      problems.push(...problemsOf(name, states, core.output()))
      const heap = states.map(({ heapUsed }) => (heapUsed / 1024 / 1024).toFixed(1)).join(', ')
      log(
        `leavers on ${name}: ${ROUNDS} rounds of ${CLIENTS}, heap ${heap} MB, open ${JSON.stringify(states.at(-1)?.kinds)}`,
      )
    } finally {
      await core.close()
    }
  }
  return problems
}

/**
 * A third of the clients each disconnects during a body, during a stream, and while a response is pending. They
 * disconnect once the server has received all of them.
 */
async function comeAndLeave(core: CoreServer, round: number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, (_, index) => come(core.port, index % 3)))
  while ((await core.state()).started < round * share(2)) await pause(20)
  for (const [index, { socket }] of clients.entries())
    if (index % 2 === 0) socket.resetAndDestroy()
    else socket.destroy()
}

async function come(port: number, kind: number): Promise<RawSocket> {
  if (kind === 2) return openRaw(port, requestText('GET /wait'))
  if (kind === 1) {
    const stream = openRaw(port, requestText('GET /stream'))
    await stream.until((text) => text.includes('line 3'))
    return stream
  }
  const headers = { 'content-type': 'application/json', expect: '100-continue' }
  const whole = requestText('POST /_fw/api/shop.echo', headers, BODY)
  const raw = openRaw(port, whole.slice(0, -BODY.length))
  await raw.until((text) => text.includes('100 Continue'))
  raw.socket.write(BODY.slice(0, 1_000))
  return raw
}

/** Returns the number of clients of a kind in a round. */
function share(kind: number): number {
  return Math.ceil((CLIENTS - kind) / 3)
}

/** Returns the state once all resources of the clients are freed and no file is being closed, or after the timeout. */
async function settled(core: CoreServer, rounds: number): Promise<CoreState> {
  let before = await core.state()
  for (let waited = 0; ; waited += 100) {
    await pause(100)
    const state = await core.state()
    const done = state.left === rounds * share(0) && state.streams === 0 && state.aborted === state.started
    if ((done && state.files === before.files) || waited >= SETTLE_MS) return state
    before = state
  }
}

function problemsOf(name: string, states: readonly CoreState[], output: string): readonly string[] {
  const [first, second, last] = [states[0], states[1], states.at(-1)]
  if (first === undefined || second === undefined || last === undefined) return [`leavers on ${name}: no round ended`]
  const problems: string[] = []
  const expect = (what: string, value: unknown, wanted: unknown): void => {
    if (JSON.stringify(value) !== JSON.stringify(wanted))
      problems.push(`leavers on ${name}: ${what} is ${JSON.stringify(value)}, expected ${JSON.stringify(wanted)}`)
  }
  expect('calls whose caller disconnected mid-body', last.left, ROUNDS * share(0))
  expect('echo runs', last.echo, 0)
  expect('open streams', last.streams, 0)
  expect('cancelled streams', last.cancelled, ROUNDS * share(1))
  expect('calls that wait', last.started - last.aborted, 0)
  expect('calls that waited', last.started, ROUNDS * share(2))
  expect('open handles', last.kinds, first.kinds)
  expect('open files', last.files, first.files)
  expect('listeners', last.listeners, first.listeners)
  expect('warnings', /Warning|Unexpected error/.test(output), false)
  const drift = (last.heapUsed - second.heapUsed) / 1024 / 1024
  if (drift > DRIFT_MB) problems.push(`leavers on ${name}: the heap drifts by ${drift.toFixed(1)} MB`)
  return problems
}
