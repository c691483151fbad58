import { describe, expect, it } from 'vitest'
import { deriveAll, wrongVerdicts } from './derive-all.ts'
import { PLACES, TAGS } from './tag-cases.ts'

const CASES = PLACES.flatMap(({ title, code, hold }) =>
  TAGS.map(({ tag, base, accepts, refuses }) => ({
    title: `${tag} at ${title}`,
    code: code(tag, base),
    accepts: accepts.map(hold),
    refuses: refuses.map(hold),
  })),
)

describe('a tag at a matching type', () => {
  const contracts = deriveAll(CASES)

  it.each(PLACES.map((place, index) => ({ ...place, index })))('holds at $title', ({ index }) => {
    const wrong = TAGS.flatMap((_, offset) => {
      const at = index * TAGS.length + offset
      const { title, code, accepts, refuses } = CASES[at]!
      return wrongVerdicts(contracts[at]!(), { accepts, refuses }).map((problem) => `${title}: ${problem}\n${code}`)
    })
    expect(wrong).toEqual([])
  })
})

it('a literal beside an alias of its primitive is accepted: TypeScript merges them into one string', () => {
  const code = `/** @format email */ type Email = string
  export interface Root { to: 'all' | Email | { id: number } }`
  const [derive] = deriveAll([{ code }])
  const accepts = [{ to: 'all' }, { to: 'a@b.example' }, { to: { id: 1 } }]
  expect(wrongVerdicts(derive!(), { accepts, refuses: [{ to: 1 }] })).toEqual([])
})
