import { join } from 'node:path'
import { expect, it } from 'vitest'
import { deriveContract } from '../../../compiler/src/index.ts'

/** Types that name parts of each other. Each is derived alone, and with all others in one program before it. */
const CODE = `
/** An amount. @minimum 0 */
type Cents = number
interface Tree { label: string; children: Tree[] }
interface Address { /** @minLength 1 */ street: string; zip?: string; geo: { at: [x: number, y: number] } }
type Payment = { kind: 'card'; owner: Address } | { kind: 'invoice'; to: Address; due: Date }
interface Stamped<T> { value: T; at: Date; tree: Tree }
interface Entity { id: string; price: Cents; payment: Payment | null; tree?: Tree; home: Address; tags: Record<string, Cents> }
namespace Other { export interface Address { planet: string } export interface Person { home: Address; away: Address; last: Address } }
interface Bad { run: () => void; address: Address }
interface Left { right?: Right; name: string }
interface Right { left?: Left; tree: Tree }
/** A number of things. @integer */
type Count = number
interface Merged { /** @minLength 1 */ text: string }
interface Merged { /** @maxLength 9 */ text: string }
interface Box<T> { inside: T }
type Five = Box<Box<Box<Box<Box<Tree>>>>>
interface Wrapped { five: Five }
interface Grown<T> { value?: T; next?: Grown<Box<T>> }

export type Whole = Entity
export type Part = Pick<Entity, 'id' | 'payment' | 'home'>
export type Changed = { id: string; change: Partial<Entity> }
export type Joined = Omit<Entity, 'id'> & { key: string; payments: Record<string, Payment> }
export type Twice = { a: Payment; b: Payment; tree: Tree }
export type Both = { ours: Address; second: Address; theirs: Other.Address; again: Other.Address }
export type Theirs = { theirs: Other.Address; again: Other.Address; ours: Entity }
export type Persons = { persons: Other.Person[]; entity: Entity }
export type Stamps = { text: Stamped<string>; whole: Stamped<Cents>; entity: Stamped<Entity> }
export type Wrong = { entity: Entity; bad: Bad; badly: Bad }
export type WrongAgain = { deep: { bad: Bad }[] }
export type FromLeft = { left: Left; right: Right }
export type FromRight = { right: Right; left: Left; only: Right }
export type Boxes5 = { boxes: Five }
export type Boxes8 = { boxes: Box<Box<Box<Five>>> }
export type BoxesIn = { wrapped: Wrapped }
export type BoxesDeep = { boxes: Box<Box<Box<Wrapped>>> }
export type AmountList = { list: Cents[] }
export type CountList = { list: Count[] }
export type MergedOnce = { merged: Merged }
export type MergedJoined = { merged: Merged & { count: Count } }
export type Endless = { grown: Grown<string> }
${Array.from({ length: 230 }, (_, level) => `interface Level${level} { next: Level${level + 1} }`).join('\n')}
interface Level230 { end: Tree }
export type End = { end: Level180 }
export type HalfWay = { half: Level100 }
export type TooFar = { far: Level0 }
export type Places = { address: { address: { address: Address; list: { tree: Tree }[] } } }
`

const NAMES = [...CODE.matchAll(/^export type (\w+)/gm)].map(([, name]) => name ?? '')

let programs = 0

/** A program that nothing was derived in before. */
function newProgram() {
  programs += 1
  const code = `${CODE}// ${programs}\n`
  return (type: string) => {
    const { schema, diagnostics } = deriveContract({ file: join(import.meta.dirname, 'parts.ts'), type, code })
    // As text: the order of the members is part of the result.
    return JSON.stringify({ schema, found: diagnostics.map(({ code, message }) => ({ code, message })) }, undefined, 1)
  }
}

it('derives a type in the same way regardless of earlier types', { timeout: 120_000 }, () => {
  const alone = NAMES.map((name) => newProgram()(name))
  const forth = newProgram()
  expect(NAMES.map(forth)).toEqual(alone)
  const back = newProgram()
  expect(NAMES.toReversed().map(back).toReversed()).toEqual(alone)
  expect(NAMES.map(back)).toEqual(alone)
})
