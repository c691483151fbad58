/** Listeners of events that the runtime fires, on each runtime: their calls belong to the request that has added them. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CoreServer, startApp } from '../servers/core-server.ts'
import { RUNTIMES } from '../servers/runtimes.ts'
import { AGENT } from './transports.ts'

const APP = fileURLToPath(new URL('../servers/listeners-app.mjs', import.meta.url))

describe.each(RUNTIMES)('a listener on %s', (_name, program) => {
  let app: CoreServer
  beforeAll(async () => {
    app = await startApp(APP, program)
  })
  afterAll(() => app?.close())

  const read = async (name: string, input: object = {}, headers: Record<string, string> = {}) =>
    ((await (await app.call(name, input, headers)).json()) as { result: unknown }).result

  test('calls with the origin and the ctx of the request', async () => {
    const ways = (await read('ways')) as string[]
    expect(ways.length).toBeGreaterThan(7)
    const results = []
    for (const way of ways)
      results.push({
        way,
        agent: await read('run', { way }, { ...AGENT, 'x-user': 'ann' }),
        person: await read('run', { way }, { 'x-user': 'ben' }),
      })
    expect(results).toEqual(ways.map((way) => ({ way, agent: 'forbidden', person: 'erased by ben' })))
  })

  test('is called once for each time that the platform calls it', async () => {
    expect(await read('count')).toEqual({ twice: 2, phases: 4, removed: 0, again: 1, outside: 1 })
  })
})
