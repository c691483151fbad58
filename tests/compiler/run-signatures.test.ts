/** Signatures and results of `run`, in whole apps. */
import { expect, it } from 'vitest'
import { check, deriveContract } from '../../compiler/src/index.ts'
import { temporaryApp } from './temporary-app.ts'

const LOAD = `function load(call: Call<{ a: string }>): Promise<string>
function load(call: Call<{ a: number }>): Promise<number>
async function load({ input }: Call<{ a: string | number }>): Promise<string | number> { return input.a }
`
const api = (before: string, rest: string) => `import { api, type Call } from '@fw/runtime'
${before}/** Loads one. */
export const get = api${rest}
`
type Row = readonly [title: string, code: string, says: string, at: string]
const ONE_BY_ONE = 'which returns its values one by one. Collect them, and send an array.'
const NO_UNDEFINED = 'JSON has no undefined; make the member optional, or use null.'
const ROWS: readonly Row[] = [
  ['overloads', api(LOAD, '({ run: load })'), 'A tool has one signature: write a union', 'run'],
  ['a generator', api('', '({ async *run({ input }: Call<{ a: string }>) { yield input.a } })'), ONE_BY_ONE, 'run'],
  [
    'an AsyncIterable',
    api('', '({ run: async (_: Call<{ a: string }>): Promise<AsyncIterable<string>> => { throw 1 } })'),
    ONE_BY_ONE,
    'AsyncIterable<string>',
  ],
  [
    'a ReadableStream',
    api('', '({ run: async (_: Call<{ a: string }>) => new ReadableStream<string>() })'),
    'Write an object type with the fields that you need.',
    'run',
  ],
  [
    'T | undefined',
    api('', '({ run: async ({ input }: Call<{ a: string }>): Promise<string | undefined> => input.a })'),
    NO_UNDEFINED,
    'string | undefined',
  ],
  ['void', api('', '({ run: async (_: Call<{ a: string }>) => {} })'), NO_UNDEFINED, 'run'],
]

it.each(ROWS)('API-03 %s of run is refused, with what to write', async (_, code, says, at) => {
  const { diagnostics } = await check(temporaryApp({ 'src/server/shop.api.ts': code }))
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['unrepresentable-type', 'error']])
  const [{ message, span, frame } = { message: '' }] = diagnostics
  expect(message).toContain('of api.shop.get')
  expect(message).toContain(says)
  expect(span?.file).toBe('src/server/shop.api.ts')
  expect(code.slice(span?.start, span?.end)).toBe(at)
  expect(frame).toContain('^')
})

it('API-03 overloads with type arguments at api have one contract', async () => {
  const code = api(LOAD, '<{ a: number }, number>({ run: load })')
  const { diagnostics, model } = await check(temporaryApp({ 'src/server/shop.api.ts': code }))
  expect(diagnostics).toEqual([])
  expect(model.modules[0]?.apis[0]?.output).toMatchObject({ schema: { type: 'number' } })
})

it("a derived root that may be undefined has the other options: undefined isn't JSON", () => {
  const file = `${import.meta.dirname}/roots.generated.ts`
  const derive = (type: string) => deriveContract({ file, type: 'Root', code: `export type Root = ${type}` })
  expect(derive('string | undefined').schema).toEqual({ type: 'string' })
  expect(['a', undefined, null].map(derive('string | undefined').is)).toEqual([true, false, false])
  expect(derive('void').diagnostics.map(({ code }) => code)).toEqual(['unrepresentable-type'])
})
