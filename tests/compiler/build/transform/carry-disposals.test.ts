/** Code that awaits a disposal has no cause meanwhile: other code runs then. */
import { ts } from 'ts-morph'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { carryCauses } from '../../../../compiler/src/build/transform/carry-causes.ts'
import { carryCause, stepWithCause } from '../../../../runtime/src/browser/calls/carry-cause.ts'
import { currentCause, runWithOrigin } from '../../../../runtime/src/browser/calls/cause.ts'

const HEAD = /^import \{.*?\} from '@fw\/runtime\/compiled';/
/** Without it, the code would be a module in CommonJS. */
const END = '\nexport {}'
const target = ts.ScriptTarget.ES2022

/** Runs the function `f` of the code as a person's. Returns the origins while it waits for a disposal, and in `see()`. */
async function origins(code: string) {
  const module = `${code}${END}`
  const carried = (carryCauses({ code: module, file: '/app/a.js' }, parseAst(module))?.code ?? '')
    .replace(HEAD, '')
    .replace(END, '')
  const { outputText } = ts.transpileModule(`${carried}\nreturn f`, { compilerOptions: { target } })
  const meanwhile: unknown[] = []
  const seen: unknown[] = []
  const open = () => ({
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) =>
        setTimeout(() => {
          meanwhile.push(currentCause().origin)
          resolve()
        }),
      ),
  })
  const names = ['_$carryCause', '_$stepWithCause', 'open', 'see']
  const see = () => void seen.push(currentCause().origin)
  const f = new Function(...names, outputText)(carryCause, stepWithCause, open, see) as () => Promise<unknown>
  await runWithOrigin('human', () => f())
  expect(currentCause().origin).toBeUndefined()
  return { meanwhile, seen }
}

test.each([
  ['a block', 'async function f() { { await using a = open(); see() } see() }', 1],
  [
    'the body of a function that declares another one twice',
    'async function f() { await using a = open(); see(); function x() { never() } function x() { see() } x() }',
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
