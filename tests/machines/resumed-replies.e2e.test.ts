/**
 * Replies of the agent in four processes with one store, behind a plain round-robin proxy: a client that loses its
 * connection gets the rest through whichever process the proxy selects.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Event, eventsOf } from '../http/agent/resume/resume-rig.ts'
import { buildApp, type Machines, startMachines } from './machines.ts'
import { PROCESSES, SETUPS } from './setups.ts'

/** A message between processes arrives in moments. The slow checks that find lost ones take two seconds and more. */
const MOMENT_MS = 1_500

beforeAll(buildApp)

/** Part of a reply, until its connection was lost. */
interface Part {
  readonly status: number
  readonly path: string
  readonly events: readonly Event[]
}

describe.each(Object.entries(SETUPS))('replies in four processes on %s', (_name, { startStore, starts, flags }) => {
  let store: Awaited<ReturnType<typeof startStore>>
  let all: Machines
  beforeAll(async () => {
    store = await startStore()
    all = await startMachines(starts, { DATA: store.url }, { flags })
  })
  afterAll(async () => {
    await all?.close()
    await store?.close()
  })

  const readLines = () => readFileSync(join(all.folder, 'replies.txt'), 'utf8').split('\n').filter(Boolean)
  /** Sends a request, and loses the connection after some events. */
  async function read(path: string, init: RequestInit, count = Number.POSITIVE_INFINITY): Promise<Part> {
    const leaving = new AbortController()
    const headers = {
      'x-user': 'ann',
      accept: 'text/event-stream',
      'content-type': 'application/json',
      ...init.headers,
    }
    const response = await fetch(all.proxy.url + path, { ...init, headers, signal: leaving.signal })
    const { status } = response
    let text = ''
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    while (eventsOf(text).length < count) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) break
      text += value
    }
    leaving.abort()
    await reader?.cancel().catch(() => undefined)
    return { status, path: response.headers.get('content-location') ?? path, events: eventsOf(text) }
  }
  const begin = (message: string, count?: number, more: object = {}) => {
    const body = JSON.stringify({ messages: [{ role: 'user', content: message }], path: '/', ...more })
    return read('/_fw/agent', { method: 'POST', body }, count)
  }
  const resume = ({ path, events }: Part, count?: number, user = 'ann') =>
    read(path, { headers: { 'x-user': user, 'last-event-id': events.at(-1)?.id ?? '0' } }, count)

  test('a client that loses its connection again and again gets each event once, in order', async () => {
    for (let round = 0; round < 4; round += 1) {
      const before = all.proxy.served.length
      const parts = [await begin(`story-${round} 120 10`, 20)]
      for (let lost = 0; lost < 3; lost += 1) parts.push(await resume(parts.at(-1) as Part, 20))
      parts.push(await resume(parts.at(-1) as Part))
      expect(parts.map(({ status }) => status)).toEqual(Array(5).fill(200))
      const events = parts.flatMap((part) => part.events)
      expect(events.at(-1)).toEqual({ id: undefined, data: '[DONE]' })
      expect(events.slice(0, -1).map(({ id }) => Number(id))).toEqual(events.slice(1).map((_, index) => index + 1))
      expect(readText(events)).toBe(Array.from({ length: 120 }, (_, word) => `w${word} `).join(''))
      expect(readLines().filter((line) => line.startsWith(`story-${round} `))).toHaveLength(1)
      expect(new Set(all.proxy.served.slice(before)).size).toBe(starts)
    }
  })

  test('only the caller of a reply can read it or end it', async () => {
    const part = await begin('secret 100 10', 20)
    for (let process = 0; process < PROCESSES; process += 1) {
      expect((await resume(part, 1, 'bo')).status).toBe(404)
      expect((await read(part.path, { method: 'DELETE', headers: { 'x-user': 'bo' } })).status).toBe(204)
    }
    expect(readText([...part.events, ...(await resume(part)).events])).toMatch(/w99 $/)
  })

  test('a reply is stopped through any process', async () => {
    for (let round = 0; round < 4; round += 1) {
      const part = await begin(`stopped-${round} 1000 20`, 20, { id: `chat-${round}` })
      const rest = resume(part)
      const path = round % 2 === 0 ? part.path : `/_fw/agent/chat-${round}/stream`
      await sleep(50)
      const at = performance.now()
      expect((await read(path, { method: 'DELETE' })).status).toBe(204)
      expect((await rest).events.at(-2)?.data).toBe('{"type":"error","errorText":"The reply was stopped."}')
      expect(performance.now() - at).toBeLessThan(MOMENT_MS)
      await expect.poll(() => readLines().at(-1)).toBe(`stopped-${round} is aborted`)
    }
  })

  test('a reply whose process was killed ends with an event, soon', { timeout: 60_000 }, async () => {
    const part = await begin('killed 3000 20', 20)
    process.kill(findProcess('killed'), 'SIGKILL')
    const at = performance.now()
    const { events } = await resume(part)
    expect(JSON.parse(events.at(-2)?.data ?? '')).toEqual({
      type: 'error',
      errorText: 'The reply was interrupted, because the server process that ran it has ended.',
      code: 'interrupted',
    })
    expect(performance.now() - at).toBeLessThan(16_000)
    // With --workers, the parent has replaced it.
    for (const machine of all.machines) if (!isRunning(machine.pid)) await machine.start()
  })

  const title = 'a process that stops completes the replies that are read through others'
  // With --workers, all of them stop at once.
  const hasOwnStops = starts === PROCESSES
  if (hasOwnStops)
    test(title, { timeout: 60_000 }, async () => {
      const part = await begin('moved 250 20', 20)
      const rest = resume(part)
      await sleep(300)
      const machine = all.machines.find(({ pid }) => pid === findProcess('moved'))
      expect(await machine?.stop()).toBe(0)
      expect(readText([...part.events, ...(await rest).events])).toMatch(/w249 $/)
      await machine?.start()
    })

  /** Returns the id of the process that runs a turn. */
  function findProcess(name: string): number {
    const line = readLines().find((one) => one.startsWith(`${name} begins `)) ?? ''
    return Number(line.split(' ').at(-1))
  }
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // it has ended
  }
}

function readText(events: readonly Event[]): string {
  return events
    .filter(({ data }) => data.startsWith('{'))
    .map(({ data }) => (JSON.parse(data) as { delta?: string }).delta ?? '')
    .join('')
}
