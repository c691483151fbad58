import { afterEach, expect, test } from 'vitest'
import { addServer } from '../../../runtime/src/cache/live-tags.ts'
import { FwError } from '../../../runtime/src/contract/http/error.ts'
import { TagSets } from '../../../runtime/src/live/tag-sets.ts'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

test('after an outage the states are read in parts, and each one once', async () => {
  let isAway = true
  let reads: string[] = []
  endings.push(
    addServer({
      versions: {
        async read(tags) {
          if (isAway) throw new FwError('unavailable')
          reads.push(...tags)
          return tags.join()
        },
        drop: async () => undefined,
      },
    }),
  )
  const sets = new TagSets({
    hashVersions: (states) => (states.includes(undefined) ? '' : 'known'),
  })
  const changed: number[] = []
  const subscriber = { change: (index: number) => void changed.push(index), send: () => undefined }
  const tags = Array.from({ length: 10 }, (_, index) => `part-${index}`)
  for (const [index, tag] of tags.entries()) sets.join(subscriber, index, [tag], 'known')
  sets.compare()
  await settle()
  isAway = false
  const parts: number[] = []
  for (let round = 0; round < 3; round++) {
    reads = []
    sets.retry(5)
    await settle()
    parts.push(reads.length)
  }
  expect(parts).toEqual([5, 5, 0])
  expect(changed).toEqual([])
})

test('a state that can never be read does not keep others from their turn', async () => {
  let isAway = true
  endings.push(
    addServer({
      versions: {
        async read([tag = '']) {
          if (isAway || tag.startsWith('broken')) throw new FwError('unavailable')
          return tag
        },
        drop: async () => undefined,
      },
    }),
  )
  const sets = new TagSets({ hashVersions: (states) => (states.includes(undefined) ? '' : 'newer') })
  const changed: number[] = []
  const subscriber = { change: (index: number) => void changed.push(index), send: () => undefined }
  for (const [index, tag] of ['broken-1', 'broken-2', 'turn-1', 'turn-2'].entries())
    sets.join(subscriber, index, [tag], 'older')
  sets.compare()
  await settle()
  isAway = false
  for (let round = 0; round < 2; round++) {
    sets.retry(2)
    await settle()
  }
  expect(changed.sort()).toEqual([2, 3])
})

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))
