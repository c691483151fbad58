import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { attachContracts } from '../../../runtime/src/api/contracts.ts'
import { toValidator } from '../../../runtime/src/contract/schema/standard.ts'
import type { CompiledModule } from '../../../runtime/src/contract/schema/validation.ts'
import { api, type Call, date, int, list, schema, str } from '../../../runtime/src/index.ts'
import { apiManifestTools, collectApis, createFwServer, invokeApi, isApi } from '../../../runtime/src/server.ts'

interface Refund {
  order: string
  amount: number
}

describe('api()', () => {
  test('API-07 infers input and output from the type of run, exactly', () => {
    const refund = api({ run: async ({ input, ctx }: Call<Refund>) => ({ done: input.amount > 0, by: ctx.scopes }) })
    expectTypeOf(refund).returns.resolves.toEqualTypeOf<{ done: boolean; by: readonly string[] | undefined }>()
    expectTypeOf(refund).parameter(0).toEqualTypeOf<Refund>()
    const explicit = api<Refund, number>({ run: ({ input }) => input.amount })
    expectTypeOf(explicit).parameter(0).toEqualTypeOf<Refund>()
    expectTypeOf(explicit).returns.resolves.toEqualTypeOf<number>()
    const bare = api({ run: () => 1 })
    expectTypeOf(bare).returns.resolves.toEqualTypeOf<number>()
    expectTypeOf(bare).toBeCallableWith()
    expectTypeOf(bare).toBeCallableWith({})
  })

  test('API-03 a builder or a Standard Schema types run, and the caller sees what may be left out', () => {
    const built = api({ input: schema({ size: int().default(3), day: date() }), run: ({ input }) => input })
    expectTypeOf(built).returns.resolves.toEqualTypeOf<{ size: number; day: Date }>()
    expectTypeOf(built).parameter(0).toEqualTypeOf<{ size?: number | undefined; day: string | Date }>()
    const foreign = api({ input: z.object({ id: z.string().transform(Number) }), run: ({ input }) => input.id })
    expectTypeOf(foreign).parameter(0).toEqualTypeOf<{ id: string }>()
    expectTypeOf(foreign).returns.resolves.toEqualTypeOf<number>()
  })

  test('an input schema that does not describe an object is refused by api()', async () => {
    expect(() => api({ input: z.string(), run: ({ input }) => input })).toThrow('does not describe an object')
    expect(() => api({ input: list(str()), run: () => 1 })).toThrow('input: schema({ value: … })')
    const choice = z.union([z.object({ id: z.string() }), z.object({ name: z.string() })])
    expect(await api({ input: choice, run: ({ input }) => input })({ name: 'x' })).toEqual({ name: 'x' })
  })

  test('API-22 is called directly: validated, with human origin, with real values in both directions', async () => {
    const next = api({
      guard: 'forbidden',
      input: schema({ day: date(), note: str().default('-') }),
      output: schema({ day: date() }),
      run: ({ input }) => ({ day: input.day, note: input.note }),
    })
    const day = new Date('2026-01-31T12:00:00Z')
    expect(await next({ day })).toEqual({ day, note: '-' })
    await expect(next({ day: 'soon' })).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'day' }] })
  })

  test('a direct call uses the ctx that it is given, and has headers always', async () => {
    const who = api({ run: ({ ctx }) => [(ctx as { userId?: string }).userId, ctx.headers instanceof Headers] })
    expect(await who()).toEqual([undefined, true])
    expect(await who({}, { userId: 'ann' } as never)).toEqual(['ann', true])
    expect(await who({}, Object.freeze({ userId: 'bob' }) as never)).toEqual(['bob', true])
  })

  test('an API called in a page or middleware-free request has the ctx of that request', async () => {
    const who = api({ run: ({ ctx }) => (ctx as { userId?: string }).userId })
    const server = createFwServer({
      apis: { shop: { who } },
      ctxFor: () => ({ userId: 'ann' }),
      routes: { '/': async () => new Response(String(await who())) },
    })
    expect(await (await server.fetch(new Request('http://x/'))).text()).toContain('ann')
    await server.close()
  })
})

describe('compiled contracts', () => {
  const compiled = (): CompiledModule => ({
    refund: {
      input: toValidator(schema({ order: str(), amount: int() }), 'input'),
      description: 'From the doc comment.',
    },
  })
  const create = () => api({ run: ({ input }: Call<Refund>) => input.amount })

  test('attached in a build, they check and describe', async () => {
    const refund = create()
    attachContracts('shop', { refund, other: 5 }, compiled())
    expect(await refund({ order: 'a', amount: 1 })).toBe(1)
    await expect(refund({ order: 'a', amount: 'x' as never })).rejects.toMatchObject({ code: 'invalid_input' })
    const [tool] = collectApis({ shop: { refund } })
    expect(tool).toMatchObject({ name: 'api.shop.refund', description: 'From the doc comment.' })
  })

  test('that come late are waited for by calls and lists; a failure is tried again', async () => {
    const refund = create()
    let answer: (module: CompiledModule) => void = () => undefined
    let fails = true
    attachContracts('shop', { refund }, () =>
      fails ? Promise.reject(new Error('still analysing')) : new Promise((resolve) => (answer = resolve)),
    )
    const server = createFwServer({ apis: { shop: { refund } } })
    await expect(refund({ order: 'a', amount: 1 })).rejects.toThrow('still analysing')
    fails = false
    const called = refund({ order: 'a', amount: 1 })
    const listed = server.manifestFor('/')
    await Promise.resolve()
    answer(compiled())
    expect(await called).toBe(1)
    expect((await listed).tools[0]?.input.required).toEqual(['order', 'amount'])
  })

  test('a written schema wins over the compiled one', async () => {
    const refund = api({ input: schema({ order: str(), amount: int({ max: 5 }) }), run: ({ input }) => input.amount })
    attachContracts('shop', { refund }, compiled())
    await expect(refund({ order: 'a', amount: 6 })).rejects.toMatchObject({ issues: [{ path: 'amount' }] })
  })
})

describe('low-level exports', () => {
  const open = api({ description: 'Open.', input: schema({ a: int() }), run: ({ input }) => input.a })
  const held = api({ description: 'Held.', guard: 'confirm', scopes: ['x'], run: () => 1 })
  const shut = api({ description: 'Shut.', guard: 'forbidden', run: () => 1 })
  const tools = collectApis({ shop: { open, held, shut, helper: () => 1, constant: 5 } })

  test('LOW-02 LIM-05 collectApis names tools, skips other exports, and refuses "__"', () => {
    expect(tools.map(({ name, module, export: name2 }) => [name, module, name2])).toEqual([
      ['api.shop.open', 'shop', 'open'],
      ['api.shop.held', 'shop', 'held'],
      ['api.shop.shut', 'shop', 'shut'],
    ])
    expect(() => collectApis({ a__b: { open } })).toThrow(/"__"/)
    expect(() => collectApis({ shop: { a__b: open } })).toThrow(/"__"/)
    expect(() => collectApis({ shop: { default: open } })).not.toThrow()
  })

  test('LOW-06 isApi', () => {
    expect([isApi(open), isApi(() => 1), isApi(undefined), isApi({})]).toEqual([true, false, false, false])
  })

  test('LOW-05 apiManifestTools: the tools that the caller may see, with JSON Schema', () => {
    const seen = apiManifestTools(tools, {} as never)
    expect(seen.map(({ name }) => name)).toEqual(['api.shop.open'])
    expect(seen[0]?.input).toMatchObject({ type: 'object', properties: { a: { type: 'integer' } } })
    expect(apiManifestTools(tools, { scopes: ['x'] } as never).map(({ name }) => name)).toContain('api.shop.held')
    expect(JSON.stringify(seen)).not.toMatch(/"(api|module|export)":/)
  })

  test('LOW-03 LOW-04 GRD-04 invokeApi returns the plain result, throws FwIntentError, and creates proposals in the process', async () => {
    const [first, second, third] = tools as [(typeof tools)[0], (typeof tools)[0], (typeof tools)[0]]
    const ok: boolean[] = []
    const onAudit = (entry: { ok: boolean }) => void ok.push(entry.ok)
    expect(await invokeApi(first, { a: 1 }, {} as never, 'agent', onAudit)).toBe(1)
    await expect(invokeApi(third, {}, {} as never, 'agent', onAudit)).rejects.toMatchObject({ name: 'FwIntentError' })
    expect(ok).toEqual([true, false])
    expect(await invokeApi(second, {}, { scopes: ['x'] } as never, 'agent')).toMatchObject({ status: 'proposal' })
    await expect(invokeApi(second, {}, {} as never, 'human')).rejects.toMatchObject({ code: 'out_of_scope' })
  })
})
