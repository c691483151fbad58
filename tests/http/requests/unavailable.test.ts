import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, afterEach, expect, test } from 'vitest'
import { api, int, schema } from '../../../runtime/src/index.ts'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { startPostgres } from '../../servers/postgres.ts'
import { startRedis } from '../../servers/redis.ts'
import { AGENT, type Answer, type Client, describeTransports } from '../transports.ts'

const folder = mkdtempSync(join(tmpdir(), 'fw-unavailable-'))
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const ann = { 'x-user': 'ann' }

/** An app whose payments are recorded. `lines` is its log. */
function createShop(data: NonNullable<FwServerOptions['data']>) {
  const paid: number[] = []
  const lines: string[] = []
  const pay = api({
    guard: 'confirm',
    input: schema({ amount: int() }),
    run: ({ input }) => {
      paid.push(input.amount)
      return 'paid'
    },
  })
  const look = api({ description: 'Returns a fixed value.', run: () => 'seen' })
  const options: FwServerOptions = {
    apis: { shop: { pay, look } },
    data,
    ctxFor: (req) => ({ userId: req.headers.get('x-user') ?? undefined }),
    maxPendingProposals: 1_000,
    log: ({ msg, err }) => lines.push(`${msg} ${String(err ?? '')}`),
  }
  return { options, paid, lines }
}

const park = ({ call }: Client, amount: number) => call('shop.pay', { amount }, { ...ann, ...AGENT })
const idOf = ({ body }: Answer) => (body.result as { id?: string } | undefined)?.id
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

function expectUnavailable(answers: readonly Answer[]): void {
  for (const { status, body, headers } of answers) {
    expect([status, body]).toEqual([
      503,
      {
        ok: false,
        code: 'unavailable',
        error: 'The data store of this server is not available right now. Try again in a moment.',
      },
    ])
    expect(headers.get('retry-after')).toBe('1')
  }
}

describeTransports('a data store that becomes unavailable under load', (start) => {
  test.each(['Redis', 'Postgres'] as const)(
    '%s: clear 503s, calls without it succeed, it is used again, and nothing runs twice',
    async (kind) => {
      const server = await (kind === 'Redis' ? startRedis() : startPostgres())
      closing.push(() => server.close())
      const secret = createHash('sha256').update('a password').digest('hex')
      const { options, paid, lines } = createShop(
        server.url.replace(
          /\/\/(fw@)?/,
          kind === 'Redis' ? `//default:${secret}@` : `//fw:${secret}@`,
        ) as `redis://${string}`,
      )
      const client = await start(options)
      const ids = (await Promise.all(numbers(60).map((amount) => park(client, amount)))).map(idOf)
      const approve = (id: string | undefined) => client.post('/_fw/approve', { id }, ann)

      const inFlight = Promise.all(ids.map(approve))
      await server.kill()
      const cutOff = await inFlight
      expectUnavailable(cutOff.filter(({ status }) => status !== 200))
      expectUnavailable(await Promise.all(numbers(100).map((amount) => park(client, amount))))
      expectUnavailable(await Promise.all(ids.map(approve)))
      expect((await client.call('shop.look')).body.result).toBe('seen')

      await server.start()
      await expect.poll(async () => (await park(client, 1_000)).status, { timeout: 10_000 }).toBe(200)
      const again = await Promise.all(ids.map(approve))
      for (const [index, { status }] of again.entries()) {
        expect([200, 404]).toContain(status)
        if (cutOff[index]?.status === 200) expect(status).toBe(404)
      }
      // Calls with status 200 ran once, and calls with status 503 didn't run.
      expect(paid.length).toBe(new Set(paid).size)
      expect(paid).toHaveLength([...cutOff, ...again].filter(({ status }) => status === 200).length)
      expect(lines.filter((line) => line.includes('cannot be used'))).toHaveLength(1)
      expect(lines.length).toBeLessThan(10)
      expect(lines.join('\n')).not.toContain(secret)
    },
  )

  test('SQLite: a file that another process holds', async () => {
    const path = join(folder, `${closing.length}-${Date.now()}.db`)
    const { options, paid, lines } = createShop(`sqlite:${path}`)
    const client = await start(options)
    const id = idOf(await park(client, 1))
    const holder = new Libsql(path)
    closing.push(() => holder.close())
    holder.exec('begin immediate')
    const approvals = numbers(20).map(() => client.post('/_fw/approve', { id }, ann))
    expect((await client.call('shop.look')).body.result).toBe('seen')
    expectUnavailable(await Promise.all(approvals))
    expect(paid).toEqual([])
    holder.exec('rollback')
    const after = await Promise.all(numbers(20).map(() => client.post('/_fw/approve', { id }, ann)))
    expect(after.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(404)])
    expect(paid).toEqual([1])
    expect(lines.filter((line) => line.includes('cannot be used'))).toHaveLength(1)
  })
})
