import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CoreServer, startCore } from '../../servers/core-server.ts'
import { startRedis, type TestRedis } from '../../servers/redis.ts'
import { BUN } from '../../servers/runtimes.ts'
import { AGENT } from '../transports.ts'

let redis: TestRedis
let core: CoreServer
beforeAll(async () => {
  redis = await startRedis()
  core = await startCore(BUN, { data: redis.url as `redis://${string}` })
})
afterAll(async () => {
  await core?.close()
  await redis?.close()
})

test('Redis works on Bun: one of twenty approvals runs the call, and readiness follows an outage', async () => {
  const parked = (await (await core.call('order', { item: 'tea' }, AGENT)).json()) as { result: { id: string } }
  const approve = () =>
    fetch(`${core.url}/_fw/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: parked.result.id }),
    })
  const answers = await Promise.all(Array.from({ length: 20 }, approve))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
  expect((await core.state()).order).toBe(1)
  const ready = async () => (await fetch(`${core.url}/_fw/ready`)).status
  expect(await ready()).toBe(200)
  await redis.kill()
  await expect.poll(ready, { timeout: 15_000 }).toBe(503)
  expect((await fetch(`${core.url}/_fw/health`)).status).toBe(200)
  await redis.start()
  await expect.poll(ready, { timeout: 15_000 }).toBe(200)
})
