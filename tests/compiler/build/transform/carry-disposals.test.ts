/** Code that awaits a disposal has no cause meanwhile: other code runs then. */
import { expect, test } from 'vitest'
import { currentCause } from '../../../../runtime/src/browser/calls/cause.ts'
import { runCarried } from './carried-code.ts'

/** Runs the function `f` of the code. Returns the origins while it waits for a disposal, and in `see()`. */
async function origins(code: string) {
  const meanwhile: unknown[] = []
  const open = () => ({
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) =>
        setTimeout(() => {
          meanwhile.push(currentCause().origin)
          resolve()
        }),
      ),
  })
  const fail = () => {
    throw new Error('no resource')
  }
  const { seen, between } = await runCarried(code, { open, fail })
  expect(between).toEqual(new Set([undefined]))
  return { meanwhile, seen }
}

test.each([
  ['a block', 'async function f() { { await using a = open(); see() } see() }', 1],
  [
    'the body of a function that declares another one twice',
    'async function f() { await using a = open(); see(); function x() { never() } function x() { see() } x() }',
    1,
  ],
  [
    'a declaration whose second resource fails',
    'async function f() { see(); try { await using a = open(), b = fail() } catch { see() } }',
    1,
  ],
  [
    'a loop whose second resource fails',
    'async function f() { see(); try { for (await using a = open(), b = fail(); ; ) see() } catch { see() } }',
    1,
  ],
  ['a list', 'async function f() { for (await using a of [open(), open()]) { see() } see() }', 2],
  ['a list with a label', 'async function f() { on: for (await using a of [open()]) { see(); continue on } see() }', 1],
  ['an asynchronous list', 'async function f() { for await (await using a of [open(), open()]) see(); see() }', 2],
  ['a loop', 'async function f() { for (await using a = open(); ; ) { see(); break } see() }', 1],
  ['a loop with a label', 'async function f() { on: for (await using a = open(); ; ) { see(); break on } see() }', 1],
])('%s', async (_, code, disposals) => {
  const { meanwhile, seen } = await origins(code)
  expect(meanwhile).toEqual(Array(disposals).fill(undefined))
  expect(seen.length).toBeGreaterThan(1)
  expect(new Set(seen)).toEqual(new Set(['human']))
})
