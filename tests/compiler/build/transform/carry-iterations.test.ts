/** Asynchronous generators and loops have no cause while they wait, and read iterators as the language does. */
import { expect, test } from 'vitest'
import { runCarried } from './carried-code.ts'

test.each([
  ['returns a value', 'async function* g() { see(); return 1 } const f = () => g().next()'],
  [
    'returns a rejected promise',
    'async function* g() { try { return Promise.reject(1) } catch { see(); return 2 } } const f = () => g().next()',
  ],
  [
    'returns a value before its last lines',
    'async function* g() { try { return 1 } finally { see(); await 0; see() } } const f = () => g().next()',
  ],
  [
    'ends early',
    'async function* g() { yield 1 } async function f() { for await (const x of g()) { see(); break } see() }',
  ],
  [
    'delegates',
    'async function* g() { see(); return yield* [1, 2] } async function f() { for await (const x of g()) see() }',
  ],
])('a generator that %s has no cause while it waits', async (_, code) => {
  const { seen, between } = await runCarried(code)
  expect(new Set(seen)).toEqual(new Set(['human']))
  expect(between).toEqual(new Set([undefined]))
})

test.each([
  ['for await', 'async function f() { for await (const x of values) { if (x === 2) break } return log }'],
  [
    'yield*',
    'async function* g() { yield* values } async function f() { for await (const x of g()) { if (x === 2) break } return log }',
  ],
])('%s reads the members of an iterator once, and only those that it uses', async (_, code) => {
  const values = `const log = []
    let n = 0
    const steps = new Proxy({ next: async () => ({ value: ++n, done: n > 3 }), return: async () => ({ done: true }) }, {
      get(target, name) { log.push(name); return target[name] },
    })
    const values = { [Symbol.asyncIterator]: () => steps };`
  const { result } = await runCarried(values + code)
  expect(result).toEqual(['next', 'return'])
})

test.each([
  ['an iterator without `return`', '{ [Symbol.asyncIterator]: () => ({ next: async () => ({ value: 2 }) }) }', [2]],
  ['a method that returns no iterator', '{ [Symbol.asyncIterator]: () => undefined }', 'TypeError'],
  ['a method that is no function', '{ [Symbol.asyncIterator]: 0 }', 'TypeError'],
  ['a method that is null', '{ [Symbol.asyncIterator]: null, *[Symbol.iterator]() { yield 2 } }', [2]],
])('%s: a loop does what it does in the language', async (_, values, expected) => {
  const { result } = await runCarried(`async function f() {
    const read = []
    try {
      for await (const x of ${values}) { read.push(x); break }
      return read
    } catch (error) { return error.name }
  }`)
  expect(result).toEqual(expected)
})
