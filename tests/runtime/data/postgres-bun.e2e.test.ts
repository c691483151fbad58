/** The store in Postgres from a server that runs on Bun, beside one on Node. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from '../../servers/postgres.ts'
import { RUNTIMES } from '../../servers/runtimes.ts'
import { startStoreProcess } from './store-process.ts'

const SCRIPT = fileURLToPath(new URL('./store-calls.mjs', import.meta.url))
const run = promisify(execFile)

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres?.close())

interface Outcome {
  readonly error?: string
  readonly [name: string]: unknown
}

describe.each(RUNTIMES)('Postgres from %s', (name, program) => {
  const call = async (part: string): Promise<Outcome> => {
    const { stdout } = await run(
      program,
      [SCRIPT, `${postgres.url}?schema=${name.toLowerCase().replace(/\W/g, '_')}`, part],
      {
        timeout: 30_000,
      },
    )
    return JSON.parse(stdout) as Outcome
  }

  test('each of 200 proposals is claimed once by two connections, with its data unchanged', async () => {
    expect(await call('proposals')).toEqual({ claimed: 200, again: 0, differing: 0, pending: 0, resolvedBy: 'ann' })
  })

  test('claims, limits, sums and strings', async () => {
    expect(await call('values')).toEqual({
      claims: 1,
      allowed: 5,
      sum: 50,
      text: 'a \ud83c\udf75 and a "quote"',
      removed: null,
    })
  })

  test('messages arrive in order, in the other store too', async () => {
    expect(await call('messages')).toEqual({ here: ['0', '1', '2', '3'], there: ['0', '1', '2', '3'] })
  })
})

test('a nonce that Bun has claimed is refused on Node', async () => {
  const bun = RUNTIMES.find(([name]) => name === 'Bun')
  if (bun === undefined) throw new Error('The tests have a Bun.')
  const data = `${postgres.url}?schema=both`
  const { stdout } = await run(bun[1], [SCRIPT, data, 'nonce'], { timeout: 30_000 })
  expect(JSON.parse(stdout)).toEqual({ claimed: true })
  const node = await startStoreProcess(data)
  expect(await node.run('claim', ['nonce', 'other'])).toEqual({ answer: [false, true] })
  await node.stop()
})

test.each(RUNTIMES)(
  '%s: a command whose only call finds no server at the address ends with a refusal',
  async (_, program) => {
    // Port 9 (discard) refuses connections.
    const { stdout } = await run(program, [SCRIPT, 'postgres://fw@127.0.0.1:9/fw', 'absent'], { timeout: 30_000 })
    expect(JSON.parse(stdout)).toEqual({ code: 'unavailable' })
  },
)

test('an outage is a refusal, and the connection returns by itself', async () => {
  for (const [name, program] of RUNTIMES) {
    const running = run(program, [SCRIPT, `${postgres.url}?schema=outage_${name.toLowerCase()}`, 'outage'], {
      timeout: 40_000,
    })
    const restart = async () => {
      // The script reports that it is connected by its first line.
      await new Promise<void>((resolve) => running.child.stdout?.once('data', () => resolve()))
      await postgres.kill()
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await postgres.start()
    }
    const [{ stdout }] = await Promise.all([running, restart()])
    expect(JSON.parse(stdout.split('\n').at(-2) ?? ''), name).toEqual({ codes: ['unavailable'], recovered: true })
  }
})
