/** Groups the characters of a pattern into symbols: characters that all of its classes treat alike are one symbol. */
import { type AST, visitRegExpAST } from '@eslint-community/regexpp'

export interface Alphabet {
  /** For each class: its symbols, as bits. */
  readonly reads: readonly bigint[]
  /** Returns the symbols of one of the classes. */
  readonly readsOf: (raw: string) => bigint
  /** All symbols. */
  readonly any: bigint
  readonly symbols: number
}

/** Creates the alphabet. `raws`: the source of each class, `a` or `[^\s@]`. */
export function createAlphabet(ast: AST.Pattern, raws: readonly string[]): Alphabet {
  const classes = [...new Set(raws)]
  const tests = classes.map(compileClass)
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
  const byRaw = new Map(classes.map((raw, index) => [raw, bits[index] ?? 0n]))
  const readsOf = (raw: string) => byRaw.get(raw) ?? 0n
  return { reads: raws.map(readsOf), readsOf, any: (1n << BigInt(symbolOf.size)) - 1n, symbols: symbolOf.size }
}

function compileClass(raw: string): RegExp {
  try {
    return new RegExp(`^(?:${raw})$`, 'u')
  } catch {
    // Of a pattern without the flag `u`, such as `[\w-.]`.
    return new RegExp(`^(?:${raw})$`)
  }
}

/** Returns Latin letters, samples of several scripts and kinds, and the ends of all ranges in the pattern and its properties. */
function collectSamples(ast: AST.Pattern, classes: readonly string[]): Set<number> {
  const samples = new Set(Array.from({ length: 0x100 }, (_, codePoint) => codePoint))
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
  for (const raw of classes.filter((each) => /\\p/i.test(each)))
    for (const codePoint of listRangeEnds(raw)) samples.add(codePoint)
  return samples
}

const known = new Map<string, readonly number[]>()
let unicode: string | undefined

/** Returns the first character of each range of a class, and the character after its last. Takes 20 ms for a class. */
function listRangeEnds(raw: string): readonly number[] {
  const found = known.get(raw)
  if (found !== undefined) return found
  unicode ??= writeUnicode()
  const ends = [...unicode.matchAll(new RegExp(`(?:${raw})+`, 'gu'))].flatMap(({ 0: { length }, index }) => [
    readCodePoint(index),
    readCodePoint(index + length),
  ])
  const inside = ends.filter((codePoint) => codePoint <= 0x10ffff)
  known.set(raw, inside)
  return inside
}

/** Returns all characters in order, with U+0000 in place of surrogates, which would be read as pairs. */
function writeUnicode(): string {
  const block = (from: number) =>
    String.fromCodePoint(
      ...Array.from({ length: 0x1000 }, (_, at) => (from + at >= 0xd800 && from + at < 0xe000 ? 0 : from + at)),
    )
  return Array.from({ length: 0x110 }, (_, at) => block(at * 0x1000)).join('')
}

/** Returns the character at an offset of `unicode`. */
function readCodePoint(offset: number): number {
  return offset < 0x10000 ? offset : 0x10000 + (offset - 0x10000) / 2
}
