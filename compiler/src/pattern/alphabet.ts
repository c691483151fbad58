/** Groups the characters of a pattern into symbols: characters that all of its classes treat alike are one symbol. */
import { type AST, visitRegExpAST } from '@eslint-community/regexpp'

export interface Alphabet {
  /** For each class: its symbols, as bits. */
  readonly reads: readonly bigint[]
  /** All symbols. */
  readonly any: bigint
  readonly symbols: number
}

/** Creates the alphabet. `raws`: the source of each class, `a` or `[^\s@]`. */
export function createAlphabet(ast: AST.Pattern, raws: readonly string[]): Alphabet {
  const classes = [...new Set(raws)]
  const tests = classes.map((raw) => new RegExp(`^(?:${raw})$`, 'u'))
  const symbolOf = new Map<string, bigint>()
  const bits = classes.map(() => 0n)
  for (const codePoint of collectSamples(ast, classes)) {
    const text = String.fromCodePoint(codePoint)
    const verdicts = tests.map((test) => test.test(text))
    const key = verdicts.map(Number).join('')
    if (symbolOf.has(key)) continue
    const symbol = 1n << BigInt(symbolOf.size)
    symbolOf.set(key, symbol)
    for (const [index, reads] of verdicts.entries()) if (reads) bits[index] = (bits[index] ?? 0n) | symbol
  }
  const symbols = symbolOf.size
  return { reads: raws.map((raw) => bits[classes.indexOf(raw)] ?? 0n), any: (1n << BigInt(symbols)) - 1n, symbols }
}

/** Returns Latin letters, samples of several scripts and kinds, and the ends of all ranges in the pattern. */
function collectSamples(ast: AST.Pattern, classes: readonly string[]): Set<number> {
  // Property classes contain thousands of characters; the characters up to this limit distinguish nearly all
  // properties.
  const upTo = classes.some((raw) => /\\p/i.test(raw)) ? 0x3000 : 0x100
  const samples = new Set(Array.from({ length: upTo }, (_, codePoint) => codePoint))
  for (const codePoint of [0x3b1, 0x416, 0x2028, 0x3042, 0x4e00, 0xac00, 0xfeff, 0x1f600]) samples.add(codePoint)
  const around = (codePoint: number) => {
    for (const near of [codePoint - 1, codePoint, codePoint + 1]) if (near >= 0 && near <= 0x10ffff) samples.add(near)
  }
  visitRegExpAST(ast, {
    onCharacterEnter: ({ value }) => around(value),
    onCharacterClassRangeEnter: ({ min, max }) => {
      around(min.value)
      around(max.value)
    },
  })
  return samples
}
