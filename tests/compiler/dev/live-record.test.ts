import { beforeEach, expect, test } from 'vitest'
import { createLiveRecord, type LiveRecord } from '../../../compiler/src/dev/activity/live-record.ts'

let now: number
let record: LiveRecord
beforeEach(() => {
  now = 0
  record = createLiveRecord(() => now)
})

const read = (versions: string, { tag = 'cards', input = {} as unknown, sealed = 'abc' } = {}) =>
  record.inspect({ kind: 'read', receipt: `${tag}.${versions}.${sealed}`, tags: [tag], tool: 'api.cards.list', input })
const write = (change: { tags?: readonly string[]; tool?: string; path?: string; origin?: 'human' | 'agent' }) =>
  record.inspect({ kind: 'write', change: { id: '1', tags: [], origin: 'human', at: 0, ...change } })
const causes = () =>
  record.list().reads.map(({ read: name, states }) => [name, states.map(({ refreshedBy }) => refreshedBy?.by)])

test('a newer state has the last write before it that invalidated one of its tags', () => {
  write({ tags: ['cards'], tool: 'api.cards.early' })
  read('v1')
  write({ tags: ['cards'], tool: 'api.cards.add' })
  now = 1000
  write({ tags: ['cards', 'log'], tool: 'api.cards.move', origin: 'agent' })
  write({ tags: ['log'], tool: 'api.log.add' })
  now = 1500
  read('v2')
  // Another tab, and then one whose response was slow.
  read('v2', { sealed: 'other' })
  read('v1', { sealed: 'late' })
  expect(record.list().reads).toEqual([
    {
      read: 'cards.list',
      input: {},
      tags: ['cards'],
      states: [
        {
          at: '1970-01-01T00:00:01.500Z',
          receipts: ['cards.v2.abc', 'cards.v2.other'],
          refreshedBy: { by: 'cards.move', tags: ['cards', 'log'], origin: 'agent', at: '1970-01-01T00:00:01.000Z' },
        },
        { at: '1970-01-01T00:00:00.000Z', receipts: ['cards.v1.abc', 'cards.v1.late'] },
      ],
    },
  ])
  expect(record.list().writes.map(({ by }) => by)).toEqual(['log.add', 'cards.move', 'cards.add', 'cards.early'])
})

test('the report of a write may follow the read; a state without a write is that of another process', () => {
  read('v1')
  read('v2')
  expect(causes()).toEqual([['cards.list', ['another process', undefined]]])
  write({ tags: ['cards'] })
  expect(causes()).toEqual([['cards.list', ['revalidateTag', undefined]]])
  read('v3')
  now = 5000
  write({ tags: ['cards'], tool: 'api.cards.add' })
  expect(causes()).toEqual([['cards.list', ['revalidateTag', 'revalidateTag', undefined]]])
  read('v4')
  now = 10_000
  read('v5')
  now = 12_000
  write({ tags: ['cards'], tool: 'api.cards.later' })
  expect(causes()[0]?.[1]?.slice(0, 2)).toEqual(['another process', 'cards.add'])
})

test('inputs and tags are reads of their own; pages depend on their paths', () => {
  read('v1', { input: { board: 'a' } })
  read('v1', { input: { board: 'b' } })
  record.inspect({ kind: 'read', receipt: 'p.v1.x', tags: ['cards', 'path /board'], page: '/board' })
  write({ path: '/board' })
  record.inspect({ kind: 'read', receipt: 'p.v2.x', tags: ['cards', 'path /board'], page: '/board' })
  read('v1', { input: { board: 'a' } })
  expect(causes()).toEqual([
    ['cards.list', [undefined]],
    ['page /board', ['revalidatePath /board', undefined]],
    ['cards.list', [undefined]],
  ])
  record.clearReads()
  expect(record.list()).toMatchObject({ reads: [], writes: [{ by: 'revalidatePath /board', tags: ['path /board'] }] })
})

test('the record is bounded', () => {
  for (let index = 0; index < 500; index++) {
    read(`v${index}`)
    read('v1', { input: { index } })
    write({ tags: [`tag-${index}`] })
    read('last', { tag: 'other', sealed: `${index}` })
  }
  const { reads, writes } = record.list()
  expect([reads.length, writes.length, writes[0]?.tags]).toEqual([200, 200, ['tag-499']])
  expect(Math.max(...reads.map(({ states }) => states.length))).toBe(20)
  expect(reads[0]).toMatchObject({ tags: ['other'], states: [{ receipts: { length: 50 } }] })
})
