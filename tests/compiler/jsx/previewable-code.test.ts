/** Random code with hostile parts: if the compiler marks it as previewable, it touches nothing but its state. */
import { createContext, runInContext } from 'node:vm'
import { parseSync, traverse } from '@babel/core'
import { array, assert, asyncProperty, constantFrom, letrec, oneof, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { findIntentObstacle } from '../../../compiler/src/jsx/previews/previewable-runs.ts'

const NAMES =
  `a b list map filter find at push sort keys values length size then call bind apply constructor __proto__ prototype
  toString assign get set delete caller name concat slice replace defineProperty __defineGetter__`.split(/\s+/)
const ATOMS =
  `input input.a input.b input.list input.code read() lines() 0 1 'a' 'constructor' '__proto__' x MAX double write read
  fetch globalThis Object Math Function Array this state _call undefined SIZES`.split(/\s+/)

/** Expressions and statements, mostly harmless so that many are marked. */
const { code } = letrec<{ code: string; statement: string; value: string; key: string; callback: string }>((tie) => {
  const value = tie('value')
  const both = tuple(value, value)
  const calm = oneof({ arbitrary: constantFrom(...ATOMS.slice(0, 12)), weight: 30 }, constantFrom(...ATOMS))
  const name = oneof({ arbitrary: constantFrom(...NAMES.slice(0, 13)), weight: 20 }, constantFrom(...NAMES))
  return {
    key: oneof({ arbitrary: constantFrom('0', "'a'", 'input.a', 'x.length - 1'), weight: 3 }, value),
    callback: oneof(
      { arbitrary: value.map((body) => `(v, x) => (${body})`), weight: 4 },
      { arbitrary: constantFrom('double'), weight: 4 },
      value,
    ),
    value: oneof(
      { depthSize: 'small', withCrossShrink: true },
      calm,
      calm,
      tuple(value, name).map(([of, member]) => `(${of}).${member}`),
      tuple(value, tie('key')).map(([of, member]) => `(${of})[${member}]`),
      tuple(value, name, tie('callback')).map(([of, member, given]) => `(${of}).${member}(${given})`),
      tuple(value, constantFrom('map', 'filter', 'find', 'flatMap', 'sort'), tie('callback')).map(
        ([of, member, given]) => `[].concat(${of}).${member}(${given})`,
      ),
      tuple(calm, value).map(([act, given]) => `(${act})(${given})`),
      tuple(value, constantFrom('+', '===', '??', '&&', '||', '-'), value).map(([a, by, b]) => `((${a}) ${by} (${b}))`),
      tuple(tie('key'), value, name, value).map(([key, a, own, b]) => `({ [${key}]: ${a}, ${own}: ${b} })`),
      both.map(([a, b]) => `[${a}, ...[].concat(${b})]`),
      both.map(([a, b]) => `(${a} ? ${b} : ${a})`),
      both.map(([a, b]) => `Object.assign(${a}, ${b})`),
      value.map((inner) => `\`\${${inner}}\``),
      value.map((inner) => `JSON.parse(JSON.stringify(${inner}) ?? '1')`),
      value.map((inner) => `new Map(Object.entries(Object(${inner}) ?? {}))`),
    ),
    statement: oneof(
      { arbitrary: value.map((given) => `write(${given})`), weight: 3 },
      { arbitrary: tie('callback').map((given) => `setLines(${given})`), weight: 2 },
      tuple(value, tie('key'), value).map(([of, key, given]) => `(${of})[${key}] = ${given}`),
      tuple(value, name, value).map(([of, key, given]) => `(${of}).${key} = ${given}`),
      tuple(value, tie('key'), value).map(([of, key, given]) => `(${of})[${key}] ??= ${given}`),
      tuple(name, value).map(([key, of]) => `{ const { ${key}: found } = ${of}; write(found) }`),
      both.map(([list, body]) => `for (const y of [].concat(${list})) { write(${body}) }`),
      value.map((given) => `{ const made = ${given}; made.a = 1; write(made) }`),
      value.map((given) => `x = ${given}`),
    ),
    code: array(tie('statement'), { minLength: 1, maxLength: 4 }).map((all) => all.join(';\n')),
  }
})

const print = (body: string) => `run(_call, state) {
  const { input } = _call; const { count: [read, write], lines: [lines, setLines] } = state; let x = [1, 2]
  ${body}
}`

function isMarked(body: string): boolean {
  let marked = false
  const source = `import { intent } from '@fw/runtime'; import { createSignal } from 'solid-js'
    const MAX = 3, SIZES = ['s', 'm']; const double = (n) => n * 2
    function Desk() { const count = createSignal(0), lines = createSignal([])
      intent('act', { state: { count, lines }, ${print(body)} }) }`
  const ast = parseSync(source, { configFile: false, babelrc: false })
  if (ast)
    traverse(ast, {
      CallExpression(call) {
        if (call.get('callee').isIdentifier({ name: 'intent' })) marked = findIntentObstacle(call) === undefined
      },
    })
  return marked
}

/** Runs code in a realm of its own. Returns the globals that it touches, and what it changes in the realm. */
function createRealm(): (body: string) => readonly string[] {
  const context = createContext({ touched: [] })
  runInContext(
    `const ALLOWED = new Set('Object Math JSON Map undefined'.split(' '))
    const OWNERS = [Object, Function, Array, String, Number, Boolean, Map, Set, Date, Math, JSON, Promise, RegExp, Error]
    const describe = () => JSON.stringify(OWNERS.flatMap((owner) => [owner, owner.prototype ?? {}].flatMap((one) =>
      Reflect.ownKeys(one).map((key) => {
        const { value } = Object.getOwnPropertyDescriptor(one, key)
        return typeof value === 'function' ? [String(key), Reflect.ownKeys(value).map(String)] : [String(key), typeof value]
      }))))
    const before = describe()
    const trap = new Proxy({}, {
      has: (_, name) => typeof name === 'string',
      get(_, name) {
        if (typeof name !== 'string') return undefined
        if (!ALLOWED.has(name)) touched.push(name)
        return globalThis[name]
      },
      set: (_, name) => touched.push('set ' + name),
    })
    const HOSTILE = { a: 'constructor', b: '__proto__', list: ['constructor', '__proto__', 'call'], code: 'touched.push("code")' }
    function act(source) {
      touched.length = 0
      // In marked code no value is a function, except those that it calls itself.
    const note = (value) => void (typeof value === 'function' && /native code/.test(value) && touched.push('a function'))
    const signal = (value) => [() => value, (next) => {
      note(next)
      note(value = typeof next === 'function' ? next(value) : next)
      return value
    }]
      const state = () => ({ count: signal('touched.push("code")'), lines: signal([{ a: 'constructor', b: 'touched.push("code")' }]) })
      try {
        const made = new Function('trap', "with (trap) { return ((MAX, SIZES, double) => ({ " + source + " }))(3, ['s', 'm'], (n) => n * 2) }")
        made(trap).run({ input: JSON.parse(JSON.stringify(HOSTILE)) }, state())
      } catch {}
      const after = describe()
      return after === before ? [...touched] : [...touched, 'the realm']
    }`,
    context,
  )
  return (body) => {
    const source = JSON.stringify(print(body))
    try {
      return [...(runInContext(`act(${source})`, context, { timeout: 200 }) as string[])]
    } catch {
      // It took too long, as its real run does.
      return [...(context.touched as string[])]
    }
  }
}

test('random code that is marked touches no global and no object of the page, and reaches no function', async () => {
  const act = createRealm()
  let marked = 0
  await assert(
    asyncProperty(code, async (body) => {
      if (!isMarked(body)) return
      marked++
      expect(act(body)).toEqual([])
    }),
    { numRuns: 1_500 },
  )
  expect(marked).toBeGreaterThan(100)
}, 120_000)

test.each([
  ['a global', 'fetch', 'fetch(1)'],
  ['code of an input', 'code', 'input[input.a][input.a](input.code)()'],
  ['a function of the realm', 'a function', 'const { constructor: found } = input; write(found)'],
  ['the prototype of all objects', 'the realm', 'input[input.b].polluted = 1'],
])('the realm of this test notices %s', (_name, touched, body) => {
  expect(isMarked(body)).toBe(false)
  expect(createRealm()(body)).toContain(touched)
})
