/** `run` as a value: the contract has the types of the value, not those of a function inside a wrapper or below a cast. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const HEAD = `import { api, type Call, type Email } from '@fw/runtime'
interface Refund { order: string; /** @minimum 1 */ cents: number }
interface Page<Item> { items: Item[] }
type Handler<T, R = unknown> = (call: Call<T>) => Promise<R>
function withAudit<T extends object, R>(run: Handler<T, R>): Handler<T, R> { return (call) => run(call) }
function wrap<T, R>(run: (call: Call<T>) => Promise<R>) { return async (call: Call<T>): Promise<R> => run(call) }
function rest<A extends unknown[], R>(run: (...args: A) => R): (...args: A) => R { return run }
function tenant<T extends object, R>(run: Handler<T & { tenant: string }, R>): Handler<T, R> { throw run }
async function refund({ input }: Call<Refund>) { return { ok: input.cents > 0 } }
class Service<T extends { cents: number }> {
  fast = async ({ input }: Call<T>) => ({ ok: input.cents > 0 })
  async slow({ input }: Call<T>) { return { ok: input.cents > 0 } }
}
const service = new Service<Refund>()
`
const INLINE = 'async ({ input }: Call<Refund>) => ({ ok: input.cents > 0 })'

const REFUND = {
  properties: { order: { type: 'string' }, cents: { type: 'number', minimum: 1 } },
  required: ['order', 'cents'],
  additionalProperties: false,
}
const OK = { properties: { ok: { type: 'boolean' } }, required: ['ok'] }
const NUMBER = { type: 'number' }
const ITEMS = { properties: { items: { type: 'array', items: { type: 'string', format: 'email' } } } }

type Row = readonly [title: string, run: string, input: object, output: object, before?: string]
const KNOWN: readonly Row[] = [
  ['a generic wrapper', `withAudit(${INLINE})`, REFUND, OK],
  ['a wrapper without a constraint', `wrap(${INLINE})`, REFUND, OK],
  ['type arguments', 'withAudit<Refund, { ok: boolean }>(async ({ input }) => ({ ok: input.cents > 0 }))', REFUND, OK],
  ['a wrapper of a wrapper', 'withAudit(wrap(refund))', REFUND, OK],
  ['a wrapper with rest parameters', `rest(${INLINE})`, REFUND, OK],
  ['a wrapper that passes more to its function', 'tenant<Refund, number>(async () => 1)', REFUND, NUMBER],
  [
    'a wrapper that declares its function',
    'create(async (input: Refund) => input.cents)',
    REFUND,
    NUMBER,
    'const create = <T,>(run: (input: T) => Promise<number>) => ({ input }: { input: T }) => run(input)',
  ],
  [
    'a wrapper generic in the whole call',
    'whole(refund)',
    REFUND,
    OK,
    'const whole = <C, R>(run: (call: C) => R) => (call: C) => run(call)',
  ],
  [
    'a wrapper with a constrained call',
    'whole(refund)',
    REFUND,
    OK,
    'const whole = <C extends Call, R>(run: (call: C) => R) => (call: C) => run(call)',
  ],
  [
    'a factory',
    'create<Refund>()',
    REFUND,
    NUMBER,
    'const create = <T extends object>(): Handler<T, number> => async () => 1',
  ],
  ['a cast', '(async ({ input }) => ({ ok: input.cents > 0 })) as Handler<Refund, { ok: boolean }>', REFUND, OK],
  [
    'a cast of a declared function',
    'refund as unknown as Handler<{ other: string }, number>',
    { properties: { other: { type: 'string' } } },
    NUMBER,
  ],
  ['a cast of an annotated function', `(${INLINE}) as unknown as Handler<Refund, number>`, REFUND, NUMBER],
  ['satisfies', '(async ({ input }) => ({ ok: input.cents > 0 })) satisfies Handler<Refund>', REFUND, OK],
  [
    'a variable with a type',
    'handler',
    REFUND,
    OK,
    'const handler: Handler<Refund, { ok: boolean }> = async ({ input }) => ({ ok: input.cents > 0 })',
  ],
  ['a variable with a wrapper', 'handler', REFUND, OK, 'const handler = withAudit(refund)'],
  [
    'an item of an array',
    'handlers[0]!',
    REFUND,
    NUMBER,
    'const handlers: Handler<Refund, number>[] = [async () => 1]',
  ],
  ['an item of a tuple', 'handlers[0]', REFUND, OK, 'const handlers = [withAudit(refund)] as const'],
  ['an instance of a generic class', 'service.fast', REFUND, OK],
  ['a bound method of a generic class', 'service.slow.bind(service)', REFUND, OK],
  [
    'one of two functions',
    'Math.random() > 0.5 ? one : two',
    { properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a', 'b'] },
    { type: 'string' },
    'const one = async ({ input }: Call<{ a: string }>) => input.a\nconst two = async ({ input }: Call<{ b: string }>) => input.b',
  ],
  [
    'a callable object',
    'handler',
    REFUND,
    NUMBER,
    'declare const handler: { (call: Call<Refund>): Promise<number>; label: string }',
  ],
  [
    'a callable object of a generic type',
    'handler',
    REFUND,
    NUMBER,
    'type Run<T> = { (call: Call<T>): Promise<number>; label: string }\ndeclare const handler: Run<Refund>',
  ],
  ['an optional parameter', 'handler', REFUND, NUMBER, 'declare const handler: (call?: Call<Refund>) => number'],
  [
    'aliases in an argument of a wrapper',
    'wrap(async ({ input }: Call<Page<Email>>) => input.items.length)',
    ITEMS,
    NUMBER,
  ],
  ['aliases in a type argument', 'wrap<Page<Email>, number>(async () => 1)', ITEMS, NUMBER],
  [
    'aliases in the type of a variable',
    'handler',
    ITEMS,
    ITEMS,
    'const handler: Handler<Page<Email>, Page<Email>> = async ({ input }) => input',
  ],
  ['aliases in a cast', '(async ({ input }) => input) as Handler<Page<Email>, Page<Email>>', ITEMS, ITEMS],
  [
    'aliases of a wrapped function',
    'withAudit(load)',
    ITEMS,
    ITEMS,
    'async function load({ input }: Call<Page<Email>>): Promise<Page<Email>> { return input }',
  ],
]

const UNKNOWN: readonly (readonly [title: string, run: string, rule: string, before?: string])[] = [
  [
    'a wrapper that returns any',
    'create(refund)',
    'api-missing-contract',
    'function create(run: Function): any { return run }',
  ],
  [
    'a wrapper that returns Function',
    'create(refund)',
    'api-missing-contract',
    'function create(run: Function): Function { return run }',
  ],
  [
    'a wrapper that takes any arguments',
    'create(refund)',
    'api-missing-contract',
    'function create(run: Handler<Refund>): (...args: any[]) => Promise<number> { throw run }',
  ],
  [
    'a wrapper that takes any',
    'create(refund)',
    'api-missing-contract',
    'function create(run: Handler<Refund>): (call: any) => Promise<number> { throw run }',
  ],
  [
    'a wrapper that takes unknown',
    'create(refund)',
    'api-missing-contract',
    'function create(run: Handler<Refund>): (call: unknown) => Promise<number> { throw run }',
  ],
  [
    'a wrapper that takes an object',
    'create(refund)',
    'api-missing-contract',
    'function create(run: Handler<Refund>): (call: object) => Promise<number> { throw run }',
  ],
  [
    'a wrapper that takes unknown input',
    'create(refund)',
    'any-input',
    'function create(run: Handler<Refund>): Handler<unknown, number> { throw run }',
  ],
  ['a wrapped function without a type', 'wrap(async ({ input }) => ({ ok: !!input }))', 'any-input'],
  ['a wrapped function with any', 'withAudit(async ({ input }: Call<any>) => ({ ok: !!input }))', 'any-input'],
]

const source = (run: string, before = '') =>
  `${HEAD}${before}\nexport const it = api({ description: 'Refunds an order.', run: ${run} })\n`
const ALL = [
  ...KNOWN.map(([, run, , , before]) => source(run, before)),
  ...UNKNOWN.map(([, run, , before]) => source(run, before)),
]
let checked: Awaited<ReturnType<typeof check>>

describe('the type of run', () => {
  beforeAll(async () => {
    const files = Object.fromEntries(ALL.map((code, index) => [`src/server/r${index}.api.ts`, code]))
    checked = await check(temporaryApp(files, afterAll))
  })

  const errorsOf = (index: number) =>
    checked.diagnostics.filter(
      ({ severity, span }) => severity === 'error' && span?.file === `src/server/r${index}.api.ts`,
    )

  it.each(KNOWN.map((row, index) => [row[0], index] as const))('is read: %s', (_, index) => {
    const [, , input, output] = KNOWN[index]!
    const api = checked.model.modules.find(({ module }) => module === `r${index}`)?.apis[0]
    expect(errorsOf(index).map(({ message }) => message)).toEqual([])
    expect(api?.input).toMatchObject({ schema: input })
    expect(api?.output).toMatchObject({ schema: output })
  })

  it.each(UNKNOWN.map((row, index) => [row[0], index] as const))('that is unknown is an error: %s', (_, index) => {
    const [, run, rule] = UNKNOWN[index]!
    const [error, ...others] = errorsOf(KNOWN.length + index)
    expect([error?.code, others]).toEqual([rule, []])
    expect(`run: ${run}`).toContain(ALL[KNOWN.length + index]?.slice(error?.span?.start, error?.span?.end))
  })
})
