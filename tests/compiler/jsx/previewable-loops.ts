/** Loops of intents, for the tests of previews: loops that end for any input, and other loops. */
import { code, type RunCase } from './previewable-cases.ts'

export const ENDING: readonly (readonly [name: string, code: RunCase])[] = [
  [
    'loops that add to a list of their own',
    code(
      'const all = [], names = new Set(); for (const line of input.lines) { all.push(line); all.sort(); names.add(line.name); for (const tag of line.tags) all.push(tag) } setLines(all); write([...names])',
    ),
  ],
  [
    'callbacks that add to a list of their own',
    code(
      'const all = [], byName = {}; input.lines.forEach((line) => { for (const tag of line.tags) { all.push(tag); byName[tag] = line } }); setLines(all); write(byName)',
    ),
  ],
  [
    'loops over a copy',
    code(
      'const next = structuredClone(lines()); for (const line of [...next]) next.push(line); for (const key of Object.keys(next)) next[key] = 1; for (const line of next.slice(1)) next.push(line); setLines(next)',
    ),
  ],
  [
    'loops that remove from a list',
    code(
      'for (const line of input.lines.splice(0)) write(line.qty); for (const one of input.list) input.lines.splice(0, 1)',
    ),
  ],
  ['a loop over a signal that it sets', code('for (const line of lines()) setLines([...lines(), line])')],
  [
    'a loop over an input that changes a store',
    { run: 'async run({ input }, { cart: [, { add }] }) { for (const line of input.lines) await add(line) }' },
  ],
  ['a text of a length', code("write(String(input.n).padStart(2, '0') + '-'.repeat(input.text.length))")],
  [
    'loops',
    code('for (const line of lines()) { if (line.qty > 2) continue; else break } for (const key in input) write(key)'),
  ],
  [
    'counted loops with a limit',
    code(
      'const end = lines().length - 1; for (let i = 0; i < MAX; i += 2) write(i); for (let i = end; i >= 0; i--) write(i); for (let i = 0, n = lines().length; i < n; i++) write(i); for (let i = 0; i < input.list.length - 1; ++i) write(i)',
      '',
      'const MAX = 20',
    ),
  ],
]

export const ENDLESS: readonly (readonly [name: string, code: RunCase])[] = [
  ['a function that calls itself', code('const walk = (n) => (n > 0 ? walk(n - 1) : 0); write(walk(input.n))')],
  [
    'a function that calls itself as a callback',
    code('const each = (list) => list.map(each); write(each(input.list))'),
  ],
  ['functions that call each other', code('function f(n) { return g(n) } function g(n) { return f(n) } write(f(1))')],
  ['a function of the module that calls itself', code('write(f(1))', '', 'const f = (n) => f(n + 1)')],
  ['a loop that adds to its list', code('const all = [1]; for (const one of all) all.push(one)')],
  [
    'a loop that adds to its list by another name',
    code('const all = [1], same = all; for (const one of same) all.push(one)'),
  ],
  [
    'a loop that adds to its list in an object',
    code('const all = [1], box = { all }; for (const one of box.all) all.push(one)'),
  ],
  [
    'a loop that adds to its list by the result of a method',
    code('const all = [1]; const same = all.sort(); for (const one of same) all.push(one)'),
  ],
  [
    'a loop that adds to the list of its next round',
    code(
      'let same = input.list; const all = []; for (const i of [1, 2]) { for (const one of same) all.push(one); same = all }',
    ),
  ],
  [
    'a loop over a constant that contains itself',
    code(
      'const all = []; const a = b, b = a, c = c.c; for (const one of a) all.push(one); for (const one of c) all.push(one)',
    ),
  ],
  ['a loop that adds to data', code('for (const one of input.list) input.other.push(one)')],
  ['a loop that adds to data by splice', code('for (const one of input.list) input.other.splice(0, 0, one)')],
  ['a loop that adds to data by splice and a list', code('for (const one of input.list) input.other.splice(...one)')],
  ['a loop that adds to data by an index', code('for (const one of input.list) input.other[input.other.length] = one')],
  ['a loop that adds to its map', code('const m = new Map(); m.set(1, 1); for (const [key] of m) m.set(key + 1, 1)')],
  [
    'a loop over an iterator that adds to its list',
    code('const all = [1]; for (const one of all.values()) all.push(one)'),
  ],
  [
    'a loop over the methods of an iterator that adds to its list',
    code('const all = [1]; for (const one of all.values().map((item) => item)) all.push(one)'),
  ],
  ['a callback that adds to its set', code('const all = new Set([1]); all.forEach((one) => all.add(one + 1))')],
  [
    'a list of a set to which it adds',
    code('const all = new Set([1]); write(Array.from(all, (one) => { all.add(one + 1) }))'),
  ],
  [
    'a callback by its name that adds to its set',
    code('const all = new Set([1]); const more = (one) => void all.add(one + 1); all.forEach(more)'),
  ],
  [
    'a loop that calls a function that adds to its list',
    code('const all = [1]; const more = () => void all.push(1); for (const one of all) more()'),
  ],
  [
    'a loop that calls a function of the module that adds to its list',
    code('for (const one of input.list) more(input.list)', '', 'function more(list: any) { list.push(1) }'),
  ],
  ['a counted loop that adds to its list', code('const all = [1]; for (let i = 0; i < all.length; i++) all.push(i)')],
  [
    'a counted loop that makes its list longer',
    code('const all = [1]; for (let i = 0; i < all.length; i++) all.length += 2'),
  ],
  [
    'a loop over a store that changes it',
    { run: 'async run({ input }, { cart: [cart, { add }] }) { for (const line of cart.lines) await add(line) }' },
  ],
  ['a counted loop to the length that an input has', code('for (let i = 0; i < input.length; i++) write(i)')],
  ['a counted loop to the size of an input', code('for (let i = 0; i < input.size; i++) write(i)')],
  [
    'a counted loop to the length of an input by another name',
    {
      run: 'run: (call, { count: [, write] }) => { const data = call.input; for (let i = 0; i < data.length; i++) write(i) }',
    },
  ],
  ['a text of the length of an input', code("write('a'.repeat(input.n))")],
  ['a padding of the length of an input', code("write('a'.padEnd(input.n))")],
  ['a loop with a condition', code('while (input.n > 3) { input.n -= 1 }')],
  ['a loop with a condition at its end', code('do { write(1) } while (input.n > 3)')],
  ['a loop without a condition', code('for (;;) write(1)')],
  ['a counted loop whose limit is an input', code('for (let i = 0; i < input.count; i++) write(i)')],
  [
    'a counted loop whose limit is a variable of an input',
    code('const n = input.count; for (let i = 0; i < n; i++) write(i)'),
  ],
  ['a counted loop whose start is an input', code('for (let i = input.count; i > 0; i--) write(i)')],
  ['a counted loop whose step is an input', code('for (let i = 0; i < 9; i += input.step) write(i)')],
  ['a counted loop in the wrong direction', code('for (let i = 0; i < 9; i--) write(i)')],
  ['a counted loop whose body changes its counter', code('for (let i = 0; i < 9; i++) { i = 0 }')],
  ['a counted loop whose counter is another', code('for (let i = 0, j = 0; i < 9; j++) write(i)')],
  ['a counted loop whose limit changes', code('let n = 3; for (let i = 0; i < n; i++) { n += 1 }')],
  ['a list of the length of an input', code('write(Array.from({ length: input.count }, (_, i) => i))')],
]
