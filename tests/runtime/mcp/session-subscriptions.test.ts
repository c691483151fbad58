import { expect, it } from 'vitest'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'
import { SessionSubscriptions } from '../../../runtime/src/mcp/session-subscriptions.ts'

it('a reader continues at the first change that it has not read, so that reads grow with the changes', async () => {
  const data = openMemoryData()
  let reads = 0
  const counting = {
    add: data.add.bind(data),
    write: data.write.bind(data),
    publish: data.publish.bind(data),
    watch: data.watch.bind(data),
    read: (key: string) => {
      reads += 1
      return data.read(key)
    },
  }
  const sessions = new SessionSubscriptions(counting)
  const read = sessions.openReader('s')
  for (let change = 0; change < 500; change++) {
    await sessions.change('s', `stock://${change % 7}`, change % 2 === 0)
    await read()
  }
  // Each read has a batch of 20, and one of the empty batch behind the changes.
  expect(reads).toBeLessThanOrEqual(500 * 40)
  expect([...(await read())].sort()).toEqual([...(await sessions.openReader('s')())].sort())
})

it('a change that is still being written is read later, in its order', async () => {
  const data = openMemoryData()
  const sessions = new SessionSubscriptions(data)
  const read = sessions.openReader('s')
  await sessions.change('s', 'stock://a', true)
  // Its number is reserved, and its text not written yet.
  const late = await data.add('mcp-subscriptions:s', 1, 60_000)
  await sessions.change('s', 'stock://b', true)
  expect([...(await read())]).toEqual(['stock://a', 'stock://b'])
  await data.write(`mcp-subscription:s:${late}`, '-stock://a', 60_000)
  expect([...(await read())]).toEqual(['stock://b'])
})
