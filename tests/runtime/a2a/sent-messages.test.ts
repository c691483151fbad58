import { expect, it } from 'vitest'
import { openSentMessages } from '../../../runtime/src/a2a/sent-messages.ts'
import type { StoredTask } from '../../../runtime/src/a2a/task.ts'
import { openMemoryData } from '../../../runtime/src/data/memory-data.ts'

const request = (messageId: string, digest = 'd') => ({ message: { messageId }, digest })
const task = (id: string) => ({ id }) as unknown as StoredTask

it('a failed start does not count: after a while the message may be sent again', async () => {
  let time = 0
  const sent = openSentMessages(openMemoryData({ now: () => time }), 'ann')
  await expect(sent.once(request('m'), () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await sent.find(request('m'))).toBeUndefined()
  time += 10_001
  expect(await sent.once(request('m'), async () => task('t1'))).toEqual(task('t1'))
  expect(await sent.once(request('m'), async () => task('t2'))).toBe('t1')
})

it('a second caller waits until the first has started', async () => {
  const sent = openSentMessages(openMemoryData(), 'ann')
  let first: Promise<StoredTask | string> | undefined
  const begin = await new Promise<(task: StoredTask) => void>((begun) => {
    first = sent.once(request('m'), () => new Promise(begun))
  })
  const second = sent.once(request('m'), async () => task('t2'))
  begin(task('t1'))
  expect(await Promise.all([first, second])).toEqual([task('t1'), 't1'])
})

it('ids are separate for each caller; messages of anonymous callers are never the same', async () => {
  const data = openMemoryData()
  const [ann, ben, nobody] = ['ann', 'ben', undefined].map((owner) => openSentMessages(data, owner))
  expect(await ann?.once(request('m'), async () => task('t1'))).toEqual(task('t1'))
  expect(await ben?.once(request('m'), async () => task('t2'))).toEqual(task('t2'))
  for (const id of ['t3', 't4']) expect(await nobody?.once(request('m'), async () => task(id))).toEqual(task(id))
  expect(await nobody?.find(request('m'))).toBeUndefined()
  await expect(ann?.find(request('m', 'another'))).rejects.toMatchObject({ reason: 'INVALID_PARAMS' })
})
