import { expect, test } from 'vitest'
import { openTasks } from '../../../runtime/src/a2a/task-store.ts'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'

/** A store in memory that measures the values that it holds. */
function openMeasuredData() {
  const data = openMemoryData()
  const lengths = new Map<string, number>()
  return {
    ...data,
    write(key: string, text: string, ttlMs: number) {
      lengths.set(key, text.length)
      return data.write(key, text, ttlMs)
    },
    remove(key: string) {
      lengths.delete(key)
      return data.remove(key)
    },
    measure: () => [...lengths.values()].reduce((sum, length) => sum + length, 0),
  }
}

const createMessage = (text: string) => ({ messageId: 'm', role: 'ROLE_USER', parts: [{ text }] }) as const

test.each([
  ['anonymous callers', undefined, 90_000_000],
  ['one caller', 'ann', 36_000_000],
])('the tasks of %s have a limited length together', async (_name, owner, most) => {
  const data = openMeasuredData()
  const store = openTasks(data, owner, () => 0)
  const ids: string[] = []
  for (let count = 0; count < 120; count++) {
    // Some tasks grow by their results, which callers influence too.
    const isLater = count % 2 === 1
    const text = 'x'.repeat(1_000_000)
    const task = await store.create('context', createMessage(isLater ? 'short' : text))
    ids.push(task.id)
    const artifacts = [JSON.stringify({ artifactId: 'a', parts: [{ text: isLater ? text : 'short' }] })]
    const ended = await store.change(task.id, (now) => ({
      ...now,
      artifacts,
      status: { state: 'TASK_STATE_COMPLETED' },
    }))
    expect(await store.read(task.id)).toEqual(ended)
  }
  expect(data.measure()).toBeLessThan(most)
  expect(await store.read(ids[0] ?? '')).toBeUndefined()
  // The newest tasks are stored, and another task doesn't appear in the place of a removed one.
  const newest = ids.slice(-20)
  expect((await Promise.all(newest.map((id) => store.read(id)))).map((task) => task?.id)).toEqual(newest)
})

test('500 short tasks of a caller are stored', async () => {
  const store = openTasks(openMemoryData(), 'ann', () => 0)
  const ids: string[] = []
  for (let count = 0; count < 501; count++) ids.push((await store.create('context', createMessage('short'))).id)
  expect((await store.list()).map(({ id }) => id)).toEqual(ids.slice(1).reverse())
})

test('a task that is longer than all slots is stored alone', async () => {
  const store = openTasks(openMemoryData(), 'ann', () => 0)
  const before = await store.create('context', createMessage('short'))
  const long = await store.create('context', createMessage('x'.repeat(40_000_000)))
  expect(await store.read(long.id)).toEqual(long)
  expect(await store.read(before.id)).toBeUndefined()
})

test('changes follow one another, and each has its own version', async () => {
  const store = openTasks(openMemoryData(), 'ann', () => 0)
  const { id } = await store.create('context', createMessage('short'))
  const add = (name: string) => store.change(id, (now) => ({ ...now, artifacts: [...now.artifacts, `"${name}"`] }))
  const names = ['a', 'b', 'c', 'd', 'e']
  const versions = (await Promise.all(names.map(add))).map((task) => task?.version)
  expect(versions.sort()).toEqual([2, 3, 4, 5, 6])
  expect([...((await store.read(id))?.artifacts ?? [])].sort()).toEqual(names.map((name) => `"${name}"`))
  expect(await store.change(`${id}0`, (now) => now)).toBeUndefined()
})
