/** Random asynchronous functions, as source text. `see()` may stand everywhere; a function calls only those after it. */
import fc from 'fast-check'

const FUNCTIONS = 3

/** `async function f0 … f2`, and `async function* g0 … g2`. */
export const randomCode: fc.Arbitrary<string> = fc
  .tuple(...Array.from({ length: FUNCTIONS }, (_, index) => fc.tuple(body(index, false), body(index, true))))
  .map((bodies) =>
    bodies
      .flatMap(([f, g], index) => [`async function f${index}() {${f}}`, `async function* g${index}() {${g}}`])
      .join('\n'),
  )

/** The body of the function with this index. */
function body(index: number, isGenerator: boolean): fc.Arbitrary<string> {
  const later = Array.from({ length: FUNCTIONS - 1 - index }, (_, at) => index + 1 + at)
  const calls = later.map((at) => `f${at}()`)
  const lists = later.map((at) => `g${at}()`)
  const promise = fc.constantFrom('0', 'tick()', 'late()', 'fail()', 'Promise.resolve(1)', ...calls)
  const list = fc.constantFrom('[1, tick()]', 'new Set([1, 2])', ...lists)
  const { block } = fc.letrec<{ block: string; statement: string; expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      fc.constantFrom('see()', '1'),
      promise.map((value) => `await ${value}`),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a}, ${b}, see())`),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `[${a}, ...[${b}]]`),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `((${a}) ?? (${b}))`),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `pass(${a}, \`\${${b}}\`)`),
      fc.tuple(promise, promise).map(([a, b]) => `await Promise.allSettled([${a}, ${b}])`),
      promise.map((value) => `await (async () => ${value})().then(() => see(), () => see())`),
      promise.map((value) => `await (async () => [await ${value}, see()])().catch(see).finally(() => see())`),
      promise.map(
        (value) => `void Promise.resolve(${value}).catch(see).then(() => { see(); return tick() }).then(see)`,
      ),
      fc.constantFrom('void setTimeout(() => see())', 'void queueMicrotask(() => see())'),
      ...(isGenerator
        ? [tie('expression').map((value) => `(yield ${value})`), list.map((values) => `(yield* ${values})`)]
        : []),
    ),
    statement: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      tie('expression').map((value) => `${value};`),
      fc.constant('see();'),
      tie('expression')
        .map((value) => `const { a = ${value} } = {}; see();`)
        .map((text) => `{${text}}`),
      fc.tuple(tie('block'), tie('block')).map(([a, b]) => `try {${a}} catch {${b}}`),
      fc.tuple(tie('block'), tie('block')).map(([a, b]) => `try {${a}} finally {${b}}`),
      fc.tuple(tie('block'), tie('block'), tie('block')).map(([a, b, c]) => `try {${a}} catch {${b}} finally {${c}}`),
      fc.tuple(tie('expression'), tie('block'), tie('block')).map(([a, b, c]) => `if (${a}) {${b}} else {${c}}`),
      tie('block').map((text) => `for (let i = 0; i < 2; i++) {${text}}`),
      fc.tuple(tie('expression'), tie('block')).map(([a, b]) => `for (const x of [${a}, 2]) {${b}}`),
      fc
        .tuple(list, tie('block'), fc.constantFrom('', 'break', 'continue'))
        .map(([values, text, end]) => `for await (const x of ${values}) {${text};${end}}`),
      fc.tuple(list, list, tie('block'), fc.constantFrom('break', 'continue')).map(([a, b, text, end]) => {
        // Nested loops have other labels.
        const label = `l${text.split(/l\d+:/).length}`
        return `${label}: for await (const x of ${a}) { for await (const y of ${b}) {${text}; ${end} ${label}} }`
      }),
      fc.tuple(tie('expression'), tie('block')).map(([a, b]) => `switch (${a}) { case 1: ${b} default: see() }`),
      fc.tuple(fc.nat(2), tie('expression')).map(([at, value]) => `if (happens(${at})) return ${value};`),
      fc.nat(2).map((at) => `if (happens(${at})) throw 1;`),
    ),
    block: fc.array(tie('statement'), { maxLength: 3 }).map((statements) => statements.join(' ')),
  }))
  return block
}
