import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'
import { keepStoreScope } from '../../../runtime/src/signals/store-scope.ts'
import { createTopicRelay } from '../../../runtime/src/websocket/topic-relay.ts'

test('messages are delivered in the scope of the store, not in that of the first socket', async () => {
  const scope = new AsyncLocalStorage<string>()
  const data = openMemoryData()
  scope.run('server', () => keepStoreScope(data))
  const delivered: unknown[] = []
  const here = createTopicRelay(data, (...message) => delivered.push([...message, scope.getStore()]), 'here')
  const there = createTopicRelay(data, () => undefined, 'there')
  scope.run('ann', () => here.start())
  await scope.run('bob', () => there.send('board', 'hello'))
  await expect.poll(() => delivered).toEqual([['board', 'hello', 'server']])
  await here.close()
})
