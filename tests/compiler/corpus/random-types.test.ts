import { expect, it } from 'vitest'
import { codeOf, type Judge, smallestFault } from '../../soak/random-types.ts'

/** As if every type with this text were wrong. */
const blames =
  (text: string): Judge =>
  (batch) => ({
    problems: batch.flatMap(({ source }) => (codeOf(source).includes(text) ? [`blamed for ${text}`] : [])),
    values: 0,
  })

const firstFault = (judge: Judge) => {
  for (let seed = 1; seed < 50; seed++) {
    const fault = smallestFault(seed, judge)
    if (fault !== undefined) return fault
  }
  return undefined
}

it.each([
  ['Uint8Array', 'export interface Root { v: Uint8Array }'],
  ['@format uuid', '/** @format uuid */\ntype T0 = string\nexport interface Root { v: T0 }'],
  ['Set<', 'export interface Root { v: Set<string> }'],
  ["tag: 'left'", "export interface Root { v: { tag: 'left'; value: string } | { tag: 'right'; value?: string } }"],
])('a random type that is at fault for %s shrinks to nothing else', (text, smallest) => {
  expect(firstFault(blames(text))).toBe(`blamed for ${text}\n${smallest}`)
})

it('valid types have no diagnostics', () => {
  expect(firstFault(blames('no such text'))).toBeUndefined()
})
