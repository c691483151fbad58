/** Wire value -> real value -> wire value, by the emitted validators and by the emitted stubs, over HTTP and back. */
import type { CompiledModule, Validator } from '@fw/runtime/contract'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { emitCodecs } from '../../../compiler/src/emit/codecs.ts'
import { emitContracts } from '../../../compiler/src/emit/contracts.ts'
import { check } from '../../../compiler/src/index.ts'
import { type StubCodec, stub } from '../../../runtime/src/browser/islands/stub.ts'
import { attachContracts } from '../../../runtime/src/compiled.ts'
import { serve } from '../../../runtime/src/host.ts'
import { api } from '../../../runtime/src/index.ts'
import { createFwServer } from '../../../runtime/src/server.ts'
import { temporaryApp } from '../temporary-app.ts'
import { loadModule } from '../validate/load-module.ts'
import { ROUND_TRIPS } from './codec-forms.ts'

const SOURCE = [
  "import { api, type Call } from '@fw/runtime'",
  'interface Tree { at: Date; sub: Tree[] }',
  'type Day = Date | Day[] | Days',
  'interface Days { [name: string]: Day | undefined }',
  ...ROUND_TRIPS.map(
    ({ type }, at) => `/** Gives back what it gets. */
export const echo${at} = api({ run: async ({ input }: Call<{ a: ${type} }>): Promise<{ a: ${type} }> => input })`,
  ),
].join('\n')

function turn(validator: Validator | undefined, wire: unknown, real: unknown, type: string): void {
  expect(validator?.is?.(wire), type).toBe(true)
  expect(validator?.parse(wire), type).toStrictEqual({ value: real })
  expect(validator?.decode?.(wire), type).toStrictEqual(real)
  const encoded = validator?.encode?.(real)
  expect(JSON.parse(JSON.stringify(encoded)), type).toStrictEqual(wire)
  expect(JSON.parse(validator?.stringify?.(encoded) ?? JSON.stringify(encoded)), type).toStrictEqual(wire)
}

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

it('API-03 API-23 a value with a wire form has its own type in run, and again at the caller', async () => {
  const { model, diagnostics } = await check(temporaryApp({ 'src/server/trip.api.ts': SOURCE }))
  expect(diagnostics).toEqual([])
  const module = model.modules[0]!
  const contracts = (await loadModule(emitContracts(module))) as CompiledModule
  const codecs = (await loadModule(emitCodecs(module))) as Readonly<Record<string, StubCodec>>
  const received: unknown[] = []
  const run = async ({ input }: { input: unknown }) => {
    received.push(input)
    return input
  }
  const apis = Object.fromEntries(ROUND_TRIPS.map((_, at) => [`echo${at}`, api({ run })]))
  attachContracts('trip', apis, contracts)
  const server = createFwServer({ apis: { trip: apis }, data: 'memory', log: () => undefined })
  const listening = await serve(server, { port: 0, drainMs: 100 })
  onTestFinished(() => listening.close())
  // Resolves a root-relative URL as a browser does.
  globalThis.fetch = (path, init) => realFetch(new URL(String(path), listening.url), init)
  for (const [at, { type, wire, real }] of ROUND_TRIPS.entries()) {
    const name = `echo${at}`
    expect(contracts[name], type).toHaveProperty('input')
    for (const validator of [contracts[name]?.input, contracts[name]?.output])
      turn(validator, { a: wire }, { a: real }, type)
    received.length = 0
    const result = await stub(`api.trip.${name}`, codecs[name])({ a: real })
    expect(received, type).toStrictEqual([{ a: real }])
    expect(result, type).toStrictEqual({ a: real })
  }
}, 60_000)

it('API-03 a bigint input of a megabyte of digits is rejected before it is converted', async () => {
  const source = `import { api, type Call } from '@fw/runtime'
/** Doubles a number. */
export const double = api({ run: async ({ input }: Call<{ n: bigint }>): Promise<{ n: bigint }> => ({ n: input.n * 2n }) })`
  const { model } = await check(temporaryApp({ 'src/server/sum.api.ts': source }))
  const module = model.modules[0]!
  const apis = { double: api({ run: async ({ input }: { input: { n: bigint } }) => ({ n: input.n * 2n }) }) }
  attachContracts('sum', apis, (await loadModule(emitContracts(module))) as CompiledModule)
  const server = createFwServer({ apis: { sum: apis }, data: 'memory', log: () => undefined })
  const listening = await serve(server, { port: 0, drainMs: 100 })
  onTestFinished(() => listening.close())
  const post = async (n: string) => {
    const body = JSON.stringify({ n })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(new URL('/_fw/api/sum.double', listening.url), { method: 'POST', headers, body })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const converted = vi.spyOn(globalThis, 'BigInt')
  onTestFinished(() => converted.mockRestore())
  const issues = [{ path: 'n', message: 'must be a whole number in a string of at most 4096 characters, such as "42"' }]
  for (const n of ['9'.repeat(1_000_000), '9'.repeat(4097), `-${'9'.repeat(4096)}`])
    expect(await post(n)).toMatchObject({ status: 400, body: { ok: false, code: 'invalid_input', issues } })
  expect(converted).not.toHaveBeenCalled()
  expect(await post('21')).toEqual({ status: 200, body: { ok: true, result: { n: '42' } } })
  expect(await post(`-${'4'.repeat(4095)}`)).toMatchObject({
    status: 200,
    body: { result: { n: `-${'8'.repeat(4095)}` } },
  })
})
