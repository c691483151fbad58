/** Modules keep their meaning when causes are carried through them. */
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { carryCauses, LEAVES_FOR_LATER } from '../../../../compiler/src/build/transform/carry-causes.ts'

const FILE = '/app/src/one.js'
const print = (code: string) => carryCauses({ code, file: FILE }, parseAst(code))?.code
/** Runs a module, with functions of the runtime that do nothing but pass on. */
async function run(code: string): Promise<unknown> {
  const carried = print(code)
  expect(carried).toBeDefined()
  const body = (carried ?? '').replace(/^import \{.*?\} from '@fw\/runtime\/compiled';/, '')
  const runtime = `
    const log = []
    const pass = (v) => v, window = globalThis
    const _$carryCause = () => ({ on: pass, off: pass, again: pass, resume: pass }), _$stepWithCause = (_, v) => v
    const _$carrySharedCause = _$carryCause
    const _$withCause = pass, _$withSharedCause = pass, _$observeWithCause = pass
    const _$noteAnswers = pass, _$noteResolvers = pass, _$asJob = pass, _$asCallback = pass, _$carryTimer = pass;`
  const make = new Function(`${runtime}${body.replace('export default', 'return')}`) as () => () => Promise<unknown>
  return make()()
}

test.each([
  ['await', 'export default async () => 1 + (await 2) * await Promise.resolve(3)', 7],
  ['nested', 'export default async function f() { return await (async () => await (await 4))() }', 4],
  ['the body of an arrow', 'const f = async a => ({ a: await a }); export default async () => (await f(1)).a', 1],
  ['a comment with an arrow', 'export default async (/* => */ a = () => 1) /* => */ => /* => */ (await a())', 1],
  [
    '`this` and `arguments`',
    'export default async () => (await (async function () { return arguments.length + this.n + await 1 }).call({ n: 1 }, 5))',
    3,
  ],
  [
    'try',
    'export default async () => { try { await Promise.reject(1) } catch (e) { return e + 1 } finally { await 0 } }',
    2,
  ],
  [
    'a loop',
    'export default async () => { let n = 0; for await (const x of [1, Promise.resolve(2)]) n += x; return n }',
    3,
  ],
  [
    'a label',
    'export default async () => { let n = 0; next: for await (const x of [1, 2, 3]) { if (x === 2) continue next; n += x } return n }',
    4,
  ],
  [
    'a loop in a branch',
    'export default async () => { let n = 0; if (n) for await (const x of []) ; else for await (const x of [5]) n = x; return n }',
    5,
  ],
  [
    'a generator',
    'async function* g() { const x = yield await 1; yield x + 1; yield* [10] } export default async () => { const i = g(); await i.next(); const { value } = await i.next(5); return value + (await i.next()).value }',
    16,
  ],
  [
    'a `yield` without a value',
    'async function* g() { while (true) { const n = yield\n if (n) return [yield, n] } } export default async () => { const i = g(); await i.next(); await i.next(5); return (await i.next(6)).value.join() }',
    '6,5',
  ],
  [
    'a generator without `await`',
    'async function* g(n) { try { yield n; yield Promise.reject(n) } catch (e) { return (0, e + 1) } } export default async () => { const i = g(4); await i.next(); return (await i.next()).value }',
    5,
  ],
  [
    'errors that a generator passes on',
    'async function* h() { try { yield 1 } catch (e) { yield e + 1 } } async function* g() { yield* h() } export default async () => { const i = g(); await i.next(); return (await i.throw(6)).value }',
    7,
  ],
  [
    'a directive of a function',
    "export default async function f() { 'use strict'; await 0; return (function () { return this === undefined })() }",
    true,
  ],
  [
    'listeners and handlers',
    "export default async () => { const seen = [], t = new EventTarget(), o = {}; t.addEventListener('a', ({ type }) => seen.push(type)); o.onload = () => 5; t.dispatchEvent(new Event('a')); return [...seen, await o.onload()].join() }",
    'a,5',
  ],
  [
    'lines without semicolons',
    'export default async () => {\n  let n = 1\n  await 1\n  ;[n] = [await 2]\n  return n\n}',
    2,
  ],
  [
    'a class',
    'class A { async m() { return await 3 } static async *g() { yield await 1 } } export default async () => await new A().m()',
    3,
  ],
  [
    'callbacks',
    'export default () => Promise.reject(1).then(null, (n) => n + 1).then(async (n) => await n).finally(() => {})',
    2,
  ],
  ['a timer', 'export default () => new Promise((done) => setTimeout(done, 1, 6))', 6],
  [
    'timers that are applied',
    'const own = undefined; export default async () => { await new Promise((done) => setTimeout.apply(void 0, [done, 1])); return new Promise((done) => (own || globalThis.setTimeout).call(void 0, done, 1, 6)) }',
    6,
  ],
  ['a timer of the window', 'export default () => new Promise((done) => { globalThis.setTimeout((done), 1, 6) })', 6],
  [
    'a label of an outer loop',
    'export default async () => { let n = 0; outer: for (const y of [1, 2]) { for await (const x of [1, 2]) { n += x; continue outer } n += 100 } return n }',
    2,
  ],
  [
    'loops that wait',
    'export default async () => { let n = 0; for (let i = 0; i < 3; i++) n += await i; while (n < 5) n += await 1; do n += await 1\nwhile (n < 7)\nfor (const k in { a: 1 }) if (k) n += await 1; return n }',
    8,
  ],
  [
    'a function that calls itself',
    'export default async function f(n = 3) { await 0; return n === 0 ? 0 : 1 + await f(n - 1) }',
    3,
  ],
  [
    'functions that are passed on',
    'const run = (a, b) => a() + b; const o = { run, m() { return run(() => this.n, 1) }, n: 2 }; export default async () => run(async () => 1, 2) && o.m() + o?.run?.(() => 1, await 2)',
    6,
  ],
  [
    'promises that other code settles',
    'export default async () => { const p = new Promise((done) => done(1)), q = await new window.Promise(function (done) { done(2) }).catch(() => 0); return await p + q }',
    3,
  ],
  [
    'an empty generator',
    "async function* g() {} async function* h() { 'use strict' } export default async () => (await g().next()).done && (await h().next()).done",
    true,
  ],
  [
    'a directive without a semicolon',
    "export default async () => {\n  'use strict'\n  await 0\n  return (function () { return this === undefined })()\n}",
    true,
  ],
  [
    'several labels',
    'export default async () => { let n = 0; a: b: for await (const x of [1, 2]) { n += x; continue a } return n }',
    3,
  ],
  [
    'a variable and a function of the same name',
    "export default async () => { 'use strict'; const first = typeof x; var x = await 1; function x() {} return first + x }",
    'function1',
  ],
  [
    'a variable in a pattern, or in a block, and a function of the same name',
    'export default async () => { const seen = [typeof x, typeof y, z(2)]; for (var { a: [x = 1] } of [{ a: [] }]) { var [...y] = [await 1] } function x() {} async function y() {} function z(n) { return n && z(n - 1) }; if (x) { var z } return [...seen, x, y, typeof z].join() }',
    'function,function,0,1,1,function',
  ],
  [
    'several functions of the same name',
    "export default async function () { 'use strict'\nawait 0; function x() { return 1 } function x() { return 2 } return x() }",
    2,
  ],
  [
    'a function of the same name in a block',
    'export default async () => { function x() { return 1 } if (await 1) { function x() { return 2 } } return x() }',
    2,
  ],
  [
    'a parameter and a function of the same name',
    'export default async () => (async (x) => { var x; await 0; function x() { return 3 } return x() })(1)',
    3,
  ],
  ['an optional call', 'export default async () => (await undefined)?.then((x) => x) ?? 8', 8],
])('%s', async (_title, code, result) => {
  expect(await run(code)).toBe(result)
})

test('a module without deferred code stays unchanged', () => {
  expect(print('export const f = async () => 1')).toBeUndefined()
  expect(print('export const f = (a) => a.map((x) => x).toSorted((x, y) => x - y)')).toBeUndefined()
  expect(print('import { createMemo as c } from "solid-js"; export const f = () => c(() => _$insert(() => 1))')).toBe(
    undefined,
  )
  expect(print('export const f = (a) => a.then')).toBeUndefined()
  expect(print('const z = { catch: 1 }; export const f = () => z.catch("text")')).toBeUndefined()
  expect(LEAVES_FOR_LATER.test('export const f = 1')).toBe(false)
})

test('a block that awaits its disposals is left and entered again', () => {
  const code = 'export async function f() { { await using a = open(); use(a) } end() }'
  expect(print(code)).toMatchInlineSnapshot(
    `"import { carryCause as _$carryCause } from '@fw/runtime/compiled';export async function f() {const _$cause=_$carryCause();try{ {try{ await using a = open(),_$cause52={[Symbol.asyncDispose]:()=>_$cause.off()}; use(a) }finally{_$cause.on()}} end() }finally{_$cause.off()}}"`,
  )
})

test('line numbers stay the same, and the map has their columns', () => {
  const code = 'export async function pay() {\n  const result = await fetch("/pay")\n  return result.ok\n}\n'
  const made = carryCauses({ code, file: FILE }, parseAst(code))
  expect(made?.code.split('\n').length).toBe(code.split('\n').length)
  expect(made?.code).toMatchInlineSnapshot(`
    "import { carryCause as _$carryCause } from '@fw/runtime/compiled';export async function pay() {const _$cause=_$carryCause();try{
      const result = _$cause.on(await _$cause.off( fetch("/pay")))
      return result.ok
    }finally{_$cause.off()}}
    "
  `)
  expect(made?.map).toMatchObject({ version: 3, sources: [FILE], sourcesContent: [code] })
})

test('an observer is created from a class that carries the cause', () => {
  expect(print('export const f = (g) => new IntersectionObserver(g, { root: null }).observe(document.body)')).toContain(
    'new (_$observeWithCause(IntersectionObserver))(g, { root: null })',
  )
})

test.each([
  ['itself', 'async function next() { await 0; next() }'],
  ['a variable', 'const next = async () => { await 0; next() }'],
  ['a method', 'class Queue { async next() { await 0; this.next() } }'],
  ['a private method', 'class Queue { async #next() { await 0; this.#next() } }'],
  ['a field', 'class Queue { next = async () => { await 0; this.next() } }'],
  ['a member', 'const queue = { next: async () => { await 0; queue.next?.() } }'],
  ['an assigned member', 'this.next = async () => { await 0; this.next() }'],
  ['another function', 'async function begin() { await 0; end() } function end() { begin() }'],
  ['two other functions', 'async function a() { await 0; b() } const b = () => o.c(), o = { c() { return a() } }'],
  ['a callback', 'async function a() { await 0; items.forEach(() => b()) } function b() { a() }'],
])('the human origin of a function that calls itself ends with an act: by %s', (_way, code) => {
  expect(print(code)).toContain('=_$carrySharedCause()')
})

test.each([
  ['a function', 'async function pay() { await 0; end() } function end() { open() }'],
  ['a method of another name', 'class Till { async pay() { await 0; this.end() } end() {} }'],
  ['a nested function', 'async function pay() { const end = async () => { await 0 }; await end() }'],
])('the human origin of other functions lasts: %s', (_way, code) => {
  expect(print(code)).not.toContain('UntilAct')
})

test('a callback of a promise that leads to its own function again loses its human origin with an act', () => {
  const queue = 'const begin = () => work().finally(() => end()), end = () => begin()'
  expect(print(queue)).toContain('.finally(_$withSharedCause(() => end()))')
  expect(print('const begin = () => work().finally(() => end()), end = () => {}')).toContain('_$withCause(() => end())')
})

test('a CommonJS module uses the functions of the page, and passes values on without them', async () => {
  const code = 'exports.f = async (list) => (await list)[0].then((n) => n + 1)'
  const carried = print(code) ?? ''
  expect(carried).not.toMatch(/^import/)
  const load = (page: object) => {
    const made: { f?(list: readonly unknown[]): Promise<number> } = {}
    new Function('exports', 'globalThis', carried)(made, page)
    return made.f?.([Promise.resolve(1)])
  }
  await expect(load({})).resolves.toBe(2)
  const called: string[] = []
  const note = (name: string) => (value: unknown) => {
    called.push(name)
    return value
  }
  const carry = { on: note('on'), off: note('off') }
  await load({ [Symbol.for('fw.causes')]: { carryCause: () => carry, withCause: note('withCause') } })
  expect(called).toEqual(['off', 'on', 'withCause', 'off'])
})

test('a CommonJS module in strict mode stays in it', () => {
  const code = "/* A comment. */ 'use strict'\nexports.f = function () { return this }\nexports.g = async () => await 1"
  const made: { f?(): unknown } = {}
  new Function('exports', print(code) ?? '')(made)
  const { f } = made
  expect(f?.()).toBeUndefined()
})

test('a module that imports a package in CommonJS publishes the functions', () => {
  const code = "import f from 'f'\nexport const g = () => f(1)"
  const carried = carryCauses({ code, file: FILE, usesCommonJs: true }, parseAst(code))?.code
  expect(carried).toBe(
    `import { publishCauses as _$publishCauses } from '@fw/runtime/compiled';_$publishCauses();${code}`,
  )
})

test('in a package, every continuation loses its human origin with an act', () => {
  const code = 'export const f = async () => { await 0; return g().then(() => 1) }'
  const carried = carryCauses({ code, file: FILE, isPackage: true }, parseAst(code))?.code
  expect(carried).toContain('=_$carrySharedCause()')
  expect(carried).toContain('.then(_$withSharedCause(() => 1))')
})

test.each([
  'new Promise(function (resolve) { window.settle = resolve })',
  'export const { promise, resolve } = Promise.withResolvers()',
  'queue(async function () { act() })',
  'queue(() => act())',
])('a module with only %s is rewritten', (code) => {
  expect(print(code)).toBeDefined()
  expect(LEAVES_FOR_LATER.test(code)).toBe(true)
})

test.each([
  ['queue.add(() => pay())', 'asJob'],
  ['queue.add(async () => pay())', 'asJob'],
  ['queue.add((yes) => pay(yes))', 'asCallback'],
  ["button.addEventListener('load', () => pay())", 'asCallback'],
  ["addEventListener('load', () => pay())", 'asCallback'],
  ["orders.on('change', () => pay())", 'asCallback'],
  ['orders.subscribe(() => pay())', 'asCallback'],
  ['reader.onload = () => pay()', 'asCallback'],
  ['reader.onload = pay', undefined],
  ['reader.report = () => pay()', undefined],
  ['list.map(() => pay())', undefined],
])('a function that is passed on has its cause: %s', (code, wrapper) => {
  expect(/_\$(as\w+)\(/.exec(print(code) ?? '')?.[1]).toBe(wrapper)
})

test.each([
  'setInterval.apply(void 0, [run, 1])',
  'window.setTimeout.call(window, run, 1)',
  '(own || requestAnimationFrame).apply(void 0, args)',
  'const later = setTimeout.bind(window)',
])('a timer whose function is applied or bound carries its cause: %s', (code) => {
  expect(print(code)).toMatch(/_\$carryTimer\((?:window\.)?(?:set\w+|requestAnimationFrame)\)/)
})
