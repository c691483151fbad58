/** Code of intents, for the tests of previews: `run` of an intent with the signals `count` and `lines` and the store `cart`. */

/** A module with one guarded intent. `beside` is code of the component, `above` code of the module. */
export interface RunCase {
  readonly run: string
  readonly beside?: string
  readonly above?: string
}

const HEAD = '{ input }, { count: [read, write], lines: [lines, setLines], cart: [cart, { add }] }'
/** Method with this body. */
const body = (code: string) => `run(${HEAD}) { ${code} }`
export const code = (text: string, beside?: string, above?: string): RunCase => ({
  run: body(text),
  ...(beside !== undefined && { beside }),
  ...(above !== undefined && { above }),
})

export const PREVIEWABLE: readonly (readonly [name: string, code: RunCase])[] = [
  ['a setter', code('write(input.n)')],
  ['an action that it returns', code('if (input.n > 1) return add(input.line); write(1)')],
  ['an action as the result of an arrow function', { run: 'run: (_call, { cart: [, { add }] }) => add(1)' }],
  ['a setter with a callback', code('write((before) => before + input.n)')],
  ['an arrow function', { run: 'run: ({ input }, { count: [, write] }) => write(input.n)' }],
  ['a function expression', { run: 'run: function (call, { count: [, write] }) { write(call.input.n) }' }],
  ['members of the parameters', { run: 'run: (call, state) => { state.count[1](state.count[0]() + call.input.n) }' }],
  [
    'handles in variables',
    { run: 'run({ input }, state) { const { lines } = state; const [items, set] = lines; set([...items(), input]) }' },
  ],
  [
    'an action that it awaits',
    { run: `async run(${HEAD}) { write(1); const n = await add(input.line); return { n } }` },
  ],
  [
    'an action as a member',
    {
      run: 'async run({ input }, { cart }) { const [state, actions] = cart; await actions.add({ sku: input.text }); return state.lines.length }',
    },
  ],
  [
    'methods with callbacks',
    code(
      'setLines(lines().filter((line) => line.sku !== input.text).map(({ qty, ...line }) => ({ ...line, qty: qty + 1 })))',
    ),
  ],
  [
    'methods of strings',
    code(
      "write(input.text.trim().split(',').map((part) => part.replace(/a/g, (all) => all + 'b').toUpperCase()).join('-'))",
    ),
  ],
  ['a comparison function', code('setLines([...lines()].sort((one, other) => one.qty - other.qty))')],
  ['a reduction', code('write(lines().reduce((sum, line) => sum + line.qty * 2, 0))')],
  [
    'a function inside',
    code(
      'const twice = (n) => n * 2; function add1(n) { return twice(n) + 1 } write(add1(input.n)); setLines(lines().map(add1))',
    ),
  ],
  ['a function of the component', code('write(double(input.n))', 'const double = (n: number) => n * 2')],
  [
    'a function of the module, as a callback',
    code(
      'setLines(lines().map(rise))',
      '',
      'function rise(line: any) { return { ...line, qty: limit(line.qty + 1) } }\nconst limit = (n: number) => Math.min(n, MAX)\nexport const MAX = 20',
    ),
  ],
  [
    'constants',
    code(
      'write(MAX + LOW + TEXT + BIG + String(YES))',
      '',
      'const MAX = 20, LOW = -1, TEXT = `a`, BIG = 2n as const, YES = true',
    ),
  ],
  [
    'a list of the module',
    code(
      'if (SIZES.includes(input.text)) write(SIZES[0] + SIZES.length)',
      '',
      "const SIZES = ['s', 'm'] as const\nexport type Size = (typeof SIZES)[number]",
    ),
  ],
  [
    'a table of the module',
    code('write(PRICES[input.text] * 2 + PRICES.tea)', '', 'const PRICES = { tea: 3, milk: -1 }'),
  ],
  [
    'globals that compute',
    code(
      'write(Math.max(1, Number(input.text), parseInt("3")) + JSON.stringify(Object.entries(input)).length + Math.PI)',
    ),
  ],
  [
    'maps, sets and dates',
    code(
      'const m = new Map(Object.entries(input)); m.set("a", 1); write([...new Set(m.keys())].length + new Date(input.text).getTime() + Date.UTC(2026, 1))',
    ),
  ],
  [
    'changes of its own objects',
    code(
      'const next = structuredClone(lines()); next[0].qty++; next.push({ sku: input.text }); delete next[0].old; setLines(next)',
    ),
  ],
  ['a key that it sets', code('const next = {}; next[input.text] = 1; write({ ...read(), ...next, [input.text]: 2 })')],
  ['a key whose value is a number', code('write({ ...read(), [input.text]: (read()[input.text] ?? 0) + 1 })')],
  [
    'a key in a condition',
    code('if (!read()[input.text] || read()[input.text] > 3) write(`$' + '{read()[input.text]}`)'),
  ],
  [
    'an index',
    code(
      'for (let i = 0; i < lines().length; i++) write(lines()[i].qty); const at = lines().findIndex((line) => line.sku === input.text); write(lines()[at])',
    ),
  ],
  ['a list with a length', code('write(Array.from({ length: 3 }, (_, i) => i + 1))')],
  [
    'an item of a list of the module in callbacks',
    code(
      'write(SIZES.map((size, i) => size + i).length + SIZES.reduce((sum, size, i) => sum + i, 0))',
      '',
      "const SIZES = ['s', 'm']; export const first = SIZES.find((size) => size !== 's') as string",
    ),
  ],
  ['an action whose name is that of a method', { run: 'run: (_call, { cart: [, { find, clear }] }) => clear()' }],
  [
    'a switch and errors',
    code(
      'switch (input.text) { case "a": write(1); break; default: throw new Error(`No $' +
        '{input.text}.`) } try { write(2) } catch ({ message }) { write(message) } finally { write(3) }',
    ),
  ],
  ['optional members', code('write(input?.text?.trim() ?? lines()?.[0]?.sku)')],
  [
    'types',
    code(
      'const n = input.n as number; write(n!); const list: readonly string[] = ([] satisfies string[]); write(list)',
    ),
  ],
  ['a default value', { run: 'run({ input: { n = 3, ...rest } }, { count: [, write] }) { write(n); write(rest) }' }],
  ['nothing', { run: 'run() {}' }],
]

export const NOT_PREVIEWABLE: readonly (readonly [name: string, code: RunCase])[] = [
  ['a request', code("fetch('/sent')")],
  ['a request without a wait', code("void fetch('/sent')")],
  ['an alias of a function of the browser', code("const send = fetch; send('/sent')")],
  ['an alias in the component', code("send('/sent')", 'const send = fetch')],
  ['an alias in the module', code("send('/sent')", '', 'const send = window.fetch')],
  ['a member of the window', code("window.fetch('/sent')")],
  ['a global object as a value', code('const w = globalThis; write(w.name)')],
  ['a variable of the browser', code('write(location.href)')],
  ['an element', code("document.querySelector('form').submit()")],
  ['a storage', code("localStorage.setItem('a', 'b')")],
  ['a property of the browser', code("document.title = 'a'")],
  ['a file', { run: `async run(${HEAD}) { await input.file.remove() }` }],
  [
    'a folder',
    { run: `async run(${HEAD}) { const folder = await navigator.storage.getDirectory(); await folder.remove() }` },
  ],
  ['a timer', code('setTimeout(() => write(1))')],
  ['a timer as a callback', code('lines().forEach(setTimeout)')],
  ['a microtask', code('queueMicrotask(() => write(1))')],
  ['a promise', { run: `async run(${HEAD}) { await new Promise((done) => done()) }` }],
  ['a callback of a promise', code('add(input.line).then(() => write(1))')],
  ['an import', code('order(input)')],
  ['an import as a callback', code('lines().map(order)')],
  ['an import as a value', code('write(order)')],
  ['a member of an import', code('write(shop.price)')],
  ['a dynamic import', { run: `async run(${HEAD}) { await import('./shop.api.ts') }` }],
  ['a prop', code('write(props.id)')],
  ['a signal that is not declared', code('write(other())', 'const [other] = createSignal(0)')],
  ['a setter that is not declared', code('setOther(1)', 'const [, setOther] = createSignal(0)')],
  ['a variable of the component', code('write(n)', 'let n = 0')],
  ['a variable of the module', code('write(n)', '', 'let n = 0')],
  ['an assignment to a variable of the component', code('n = input.n', 'let n = 0')],
  ['an increment of a variable of the module', code('n++', '', 'let n = 0')],
  ['an assignment in a function of the component', code('rise()', 'let n = 0; const rise = () => { n += 1 }')],
  ['a function of the module with an effect', code('save()', '', "const save = () => localStorage.setItem('a', 'b')")],
  [
    'a function of a function with an effect',
    code('save()', '', 'function save() { return send() }\nfunction send() { return fetch("/") }'),
  ],
  [
    'a function that is assigned again',
    code('save()', '', 'let save = () => 1; export const change = () => { save = fetch }'),
  ],
  [
    'a function declaration that is assigned again',
    code('save()', '', 'function save() {}; export const change = () => { save = fetch }'),
  ],
  ['a default value with an effect', code('save()', '', 'const save = (sent = fetch("/")) => sent')],
  ['an object of the module', code('write(OPTIONS.find(1))', '', 'const OPTIONS = { find: (n) => fetch(n) }')],
  [
    'an object of the module that changes',
    code('write(PRICES.tea)', '', 'const PRICES = { tea: 1 }; export const rise = () => { PRICES.tea++ }'),
  ],
  [
    'an object of the module that it passes on',
    code('write(PRICES.tea)', '', 'const PRICES = { tea: 1 }; register(PRICES)'),
  ],
  ['an object that the module exports', code('write(PRICES.tea)', '', 'export const PRICES = { tea: 1 }')],
  ['a change of an object of the module', code('SIZES.push(input.text)', '', "const SIZES = ['s']")],
  ['an object of the module as a value', code('const sizes = SIZES; sizes.push(1)', '', "const SIZES = ['s']")],
  [
    'the list parameter of a callback of a list of the module',
    code('SIZES.forEach((size, i, all) => { all.push(input.text) })', '', "const SIZES = ['s']"),
  ],
  [
    'the list parameter of a reduction of a list of the module',
    code('SIZES.reduce((sum, size, i, all) => all.push(input.text), 0)', '', "const SIZES = ['s']"),
  ],
  [
    'all parameters of a callback of a list of the module',
    code('SIZES.forEach((...all) => { all[2].push(input.text) })', '', "const SIZES = ['s']"),
  ],
  [
    'the list parameter of a function of the module',
    code('SIZES.forEach(add)', '', "const SIZES = ['s']; const add = (size, i, all) => { all.push(size) }"),
  ],
  [
    'a list whose items other code gets as arguments of a callback',
    code('write(SIZES[0])', '', "const SIZES = ['s']; SIZES.forEach(function () { arguments[2].push('m') })"),
  ],
  [
    'a list that the module passes on by a callback',
    code('write(SIZES[0])', '', "const SIZES = ['s']; SIZES.forEach(register)"),
  ],
  ['the object of a list of the module', code('SIZES.valueOf().push(input.text)', '', "const SIZES = ['s']")],
  [
    'a list of the module that changes behind a type',
    code('write(SIZES[0])', '', "const SIZES = ['s']; (SIZES[0] as any) = 'm'"),
  ],
  [
    'a list of the module that a method behind a type changes',
    code('write(SIZES[0])', '', "const SIZES = ['s']; (SIZES.push as any)('m')"),
  ],
  [
    'a list of the module that changes by a pattern',
    code('write(SIZES[0])', '', "const SIZES = ['s']; [SIZES[0]] = ['m']"),
  ],
  [
    'a list of the module that changes by a pattern of names',
    code('write(SIZES[0])', '', "const SIZES = ['s']; ({ a: SIZES[0] } = { a: 'm' })"),
  ],
  [
    'a list of the module that a loop changes',
    code('write(SIZES[0])', '', "const SIZES = ['s']; for (SIZES[0] of ['m']) register()"),
  ],
  [
    'a list of the module that a tagged template changes',
    code('write(SIZES[0])', '', "const SIZES = ['s']; SIZES.push`m`"),
  ],
  ['an expression of the module', code('write(NOW)', '', 'const NOW = Date.now()')],
  ['a pattern of the module', code('write(MATCH.test(input.text))', '', 'const MATCH = /a/g')],
  ['the time', code('write(Date.now())')],
  ['a date of now', code('write(new Date())')],
  ['a date of now by a list', code('write(new Date(...[]))')],
  ['a date as a string', code('write(Date())')],
  ['an action without a wait', code('add(input.line); write(1)')],
  ['two actions at once', { run: `async run(${HEAD}) { const one = add(1), other = add(2); await one; await other }` }],
  ['actions of a callback', code('lines().map((line) => add(line))')],
  [
    'an action whose end code does not await',
    code('try { return add(input.line) } finally { write(cart.lines.length) }'),
  ],
  ['the stack of an error', code('try { write(1) } catch (error) { write(error.stack) }')],
  ['the object of the actions', { run: 'run: (_call, { cart: [, actions] }) => actions.valueOf()' }],
  [
    'the object of the actions in a variable',
    { run: 'run(_call, { cart: [, actions] }) { const { valueOf } = actions; write(1) }' },
  ],
  ['the constructor of the state', { run: 'run(_call, state) { state.count[1](state.constructor) }' }],
  ['the constructor of a setter', code('write(write.constructor)')],
  ['the constructor of a handle', { run: 'run(_call, { count }) { const { constructor } = count; count[1](1) }' }],
  ['a random number', code('write(Math.random())')],
  ['a random id', code('write(crypto.randomUUID())')],
  ['a global of the name of a variable', code('write(Math.max(1))', 'const Math = { max: fetch }')],
  ['a member with a computed name', code('write(lines()[input.text])')],
  ['a call by a computed name', code('lines()[input.text](input.n)')],
  ['a call by a computed name of a global', code('Math[input.text](1)')],
  ['a call of a variable', code('const act = input.act; act()')],
  ['a call of a parameter', code('const run = (act) => act(); run(input.act)')],
  ['a callback that is data', code('lines().map(input.act)')],
  ['a callback for a function of the run', code('const run = (act) => 1; run(() => 2)')],
  ['the constructor', code('write(input.constructor)')],
  ['the constructor by a string', code("input['constructor']['constructor']('return 1')()")],
  ['the constructor in a pattern', code('const { constructor } = input; write(1)')],
  [
    'the constructor in a parameter',
    { run: 'run({ input: { constructor: Made } }, { count: [, write] }) { write(1) }' },
  ],
  ['the prototype', code('input.__proto__.a = 1')],
  ['the prototype by a computed name', code('input[input.a][input.b] = 1')],
  ['a computed name in a pattern', code('const { [input.text]: found } = input; write(found)')],
  ['a computed name that it sets only once', code('read()[input.text] ??= []')],
  ['a method as a value', code('const map = lines().map; write(1)')],
  ['call', code('lines().map.call([], 1)')],
  ['bind', code('write.bind(null, 1)()')],
  ['a setter as a value', code('const data = { write }; data.write(1)')],
  ['a setter in a list', code('[write].forEach((act) => act(1))')],
  ['a setter as a callback', code('lines().forEach(write)')],
  ['a setter for a function', code('apply(write)', '', 'const apply = (act) => act(1)')],
  ['the state as a value', { run: 'run(_call, state) { keep(state) }', above: 'const keep = (state) => state' }],
  ['the rest of the state', { run: 'run(_call, { count: [...handle] }) { handle[1](1) }' }],
  ['a reader as a value', code('write(read)')],
  ['a variable that changes to a setter', code('let act = write; act(1)')],
  ['a variable of itself', code('const act = act; act(1)')],
  ['an object with functions', code('write({ find: () => 1 })')],
  ['an object with methods', code('write({ find() { return 1 } })')],
  ['an object with a getter', code('write({ get a() { return 1 } })')],
  ['a function as data', code('lines().push(() => 1)')],
  ['a function that it returns', code('return () => write(1)')],
  ['a class', code('class A {} write(new A())')],
  ['a class of the browser', code("new Image().src = '/sent'")],
  ['a function of code', code("new Function('return 1')()")],
  ['evaluated code', code("eval('1')")],
  ['a tagged template', code('write(String.raw`a`)')],
  ['this', { run: 'run() { this.done() }' }],
  ['its arguments', { run: 'run() { arguments[1].count[1](1) }' }],
  ['a meta property', code('write(import.meta.url)')],
  ['JSX', code('write(<b />)')],
  ['a generator', { run: '*run() { yield 1 }' }],
  ['an asynchronous function inside', code('const later = async () => write(1); later()')],
  ['an asynchronous loop', { run: `async run(${HEAD}) { for await (const line of lines()) write(line) }` }],
  ['a resource', code('using held = input.held; write(1)')],
  ['a label', code('outer: for (const line of lines()) break outer')],
  ['instanceof', code('write(input.n instanceof Date)')],
  ['a variable of the browser in typeof', code('write(typeof window)')],
  ['an assignment to a pattern', code('let a; [a, document.title] = [1, 2]')],
  ['a variable of the browser in a loop', code('for (document.title of ["a"]) write(1)')],
  ['an unknown static function', code('Object.defineProperty(input, "a", {})')],
  ['Reflect', code('Reflect.set(input, "a", 1)')],
  ['a run that is not inline', { run: 'run: act', above: 'const act = () => 1' }],
  ['a run behind a spread', { run: 'run() {}, ...options', above: 'const options = {}' }],
  ['a run behind a computed name', { run: "run() {}, ['r' + 'un']: fetch" }],
  ['two runs', { run: 'run() {}, run: fetch' }],
  ['a getter of the run', { run: 'get run() { return () => 1 }' }],
]
