/** Live reads that the server refuses, because no user has signed in yet. */
import { expect, test } from 'vitest'
import { add, flush, list, listWaiting, reads, receipt, take } from './live-board.ts'

test('a first read that was on its way during a sign-in, and is refused, is made again', async () => {
  const entry = reads.acquire(list, {})
  const first = Promise.resolve(entry.load()).catch((error: unknown) => error)
  const refused = take('board.list')
  void add('sign in')
  await take('board.add').respond({ ok: true, result: 1 })
  expect(listWaiting()).toEqual([])
  await refused.respond({ ok: false, code: 'unauthenticated', error: 'No.' }, 401)
  await first
  await flush()
  await take('board.list').respond({ ok: true, result: ['a'], live: receipt('v1') })
  expect([entry.value, entry.error]).toEqual([['a'], undefined])
  reads.release(entry)
})
