import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deriveContract } from '../../../compiler/src/index.ts'
import type { TypeNode, TypeTree } from '../../../compiler/src/type-tree.ts'
import { loadValidator } from './load-module.ts'

/** `value` with every read of a member counted, at every depth. */
function counted(value: unknown): { readonly value: unknown; reads(): number } {
  let reads = 0
  const wrappers = new WeakMap<object, object>()
  const wrap = (target: unknown): unknown => {
    if (typeof target !== 'object' || target === null) return target
    const known = wrappers.get(target)
    if (known !== undefined) return known
    const proxy = new Proxy(target, {
      get(object, key) {
        reads++
        if (reads > 100_000) throw new Error('The work grows with the power of the depth.')
        const member: unknown = Reflect.get(object, key)
        // Methods of a Date want the Date itself.
        return typeof member === 'function' ? member.bind(object) : wrap(member)
      },
    })
    wrappers.set(target, proxy)
    return proxy
  }
  return { value: wrap(value), reads: () => reads }
}

/** Two options that nest the same union, with a date in each: a member that isn't a tag distinguishes them. */
const DATED_UNION: TypeNode = { kind: 'union', options: [dated({ kind: 'number' }), dated({ kind: 'string' })] }
const DATED: TypeTree = { root: DATED_UNION, defs: { Root: DATED_UNION } }

function dated(n: TypeNode): TypeNode {
  return {
    kind: 'object',
    properties: [
      { name: 'at', optional: false, type: { kind: 'codec', codec: 'date' } },
      { name: 'next', optional: true, type: { kind: 'ref', name: 'Root' } },
      { name: 'n', optional: false, type: n },
    ],
  }
}

function nested(depth: number, leaf: unknown, level: (inner: unknown) => unknown): unknown {
  return depth === 0 ? leaf : nested(depth - 1, level(leaf), level)
}

const ROWS: readonly (readonly [string, string, (inner: unknown) => unknown, unknown, unknown])[] = [
  [
    'options that differ in an optional member',
    'interface A { v: number; next?: Root }\ninterface B { v: number; next?: Root; note?: string }\nexport type Root = A | B',
    (next) => ({ v: 1, next }),
    { v: 1, note: '' },
    { v: 1, wrong: 1 },
  ],
  [
    'options that differ in a list behind the recursive member',
    'interface A { l?: Root; r: string[] }\ninterface B { l?: Root; r: number[] }\nexport type Root = A | B',
    (l) => ({ l, r: [1] }),
    { r: [1] },
    { r: [true] },
  ],
  [
    'a union inside a recursive object',
    'interface A { x?: Root }\ninterface B { x?: Root; y?: 1 }\nexport interface Root { kids: (A | B)[] }',
    (x) => ({ kids: [{ x }] }),
    { kids: [{ y: 1 }] },
    { kids: [{ z: 1 }] },
  ],
  [
    'keys that match two patterns',
    `export interface Root { [k: \`a\${string}\`]: Root | 1; [k: \`\${string}b\`]: Root | 1 }`,
    (ab) => ({ ab }),
    { ab: 1 },
    { ab: 2 },
  ],
  [
    'keys that match two patterns, below another problem',
    `export interface Root { [k: \`a\${string}\`]: Root; [k: \`\${string}b\`]: Root }`,
    (ab) => ({ ab }),
    {},
    { zz: 1, ab: nested(20, {}, (ab) => ({ ab })) },
  ],
]

describe("a type with parts that can't be distinguished immediately", () => {
  it.each(ROWS)('does work in proportion to the value: %s', (_, code, level, good, bad) => {
    const contract = deriveContract({ file: join(import.meta.dirname, 'work.generated.ts'), type: 'Root', code })
    expect(contract.diagnostics).toEqual([])
    for (const [leaf, fits] of [
      [good, true],
      [bad, false],
    ] as const) {
      const readsAt = (depth: number) => {
        const { value, reads } = counted(nested(depth, leaf, level))
        expect(contract.is(value)).toBe(fits)
        if (!fits) expect(contract.validate(value).ok).toBe(false)
        return reads()
      }
      const [one, two] = [readsAt(15), readsAt(30)]
      expect(two).toBeLessThan(2.2 * one)
    }
  })

  it.each(['input', 'output'] as const)('is decoded and encoded with work in proportion: an %s', async (side) => {
    const { decode, encode } = await loadValidator(DATED, side)
    const level = (next?: unknown) => ({ at: '2026-01-31T12:00:00.000Z', next, n: '' })
    const works = [15, 30].map((depth) => {
      const wire = counted(nested(depth, level(), level))
      const real = decode?.(wire.value)
      expect(real).toHaveProperty(`${'next.'.repeat(depth)}at`, new Date(level().at))
      const value = counted(real)
      expect(encode?.(value.value)).toHaveProperty(`${'next.'.repeat(depth)}at`, level().at)
      return [wire.reads(), value.reads()]
    })
    const [one = [], two = []] = works
    for (const [index, reads] of two.entries()) expect(reads).toBeLessThan(2.2 * (one[index] ?? 0))
  })

  it('is decoded as deep as it is accepted', async () => {
    const { parse } = await loadValidator(DATED)
    const level = (next?: unknown) => ({ at: '2026-01-31T12:00:00Z', next, n: 1 })
    const depths = [501, 502, 503].map((depth) => {
      const checked = parse(nested(depth, level(), level))
      if (checked.issues !== undefined) return 'refused'
      expect(checked.value).toHaveProperty(`${'next.'.repeat(depth)}at`, new Date(level().at))
      return 'decoded'
    })
    expect(depths).toEqual(['decoded', 'refused', 'refused'])
  })

  it('clears its memos between calls: a changed value is checked again', () => {
    const [, code] = ROWS[0]!
    const { is } = deriveContract({ file: join(import.meta.dirname, 'work.generated.ts'), type: 'Root', code })
    const value = { v: 1, next: { v: 1 } as { v: unknown } }
    const verdicts = [is(value)]
    value.next.v = 'x'
    verdicts.push(is(value))
    value.next.v = 2
    expect([...verdicts, is(value)]).toEqual([true, false, true])
  })
})
