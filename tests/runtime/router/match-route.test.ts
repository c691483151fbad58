import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePattern } from '../../../runtime/src/contract/schema/pattern.ts'
import { BUILT_IN_MATCHERS, createMatcher, type Matchers } from '../../../runtime/src/router/match-route.ts'

const items = (patterns: readonly string[]) => patterns.map((pattern) => ({ pattern, segments: parsePattern(pattern) }))
const matcherOf = (patterns: readonly string[], matchers?: Matchers) => {
  const match = createMatcher(items(patterns), matchers)
  return (path: string) => {
    const found = match(path === '/' ? [] : path.slice(1).split('/'))
    return found && [found.item.pattern, found.params]
  }
}

const EVERY_KIND = [
  '/',
  '/orders',
  '/orders/new',
  '/orders/[id=integer]',
  '/orders/[slug]',
  '/orders/[id]/items/[item]',
  '/docs/[...path]',
  '/blog/[[...path]]',
  '/files/[...path=integer]',
]

describe('matching', () => {
  test.each([
    ['/', '/', {}],
    ['/orders', '/orders', {}],
    ['/orders/new', '/orders/new', {}],
    ['/orders/7', '/orders/[id=integer]', { id: '7' }],
    ['/orders/seven', '/orders/[slug]', { slug: 'seven' }],
    ['/orders/7/items/8', '/orders/[id]/items/[item]', { id: '7', item: '8' }],
    ['/orders/new/items/8', '/orders/[id]/items/[item]', { id: 'new', item: '8' }],
    ['/docs/a/b', '/docs/[...path]', { path: 'a/b' }],
    ['/blog', '/blog/[[...path]]', {}],
    ['/blog/a/b', '/blog/[[...path]]', { path: 'a/b' }],
    ['/files/1/2', '/files/[...path=integer]', { path: '1/2' }],
  ])('RTE-08 RTE-09 RTE-10 RTE-11 RTE-16 %s matches %s, in any order of the files', (path, pattern, params) => {
    expect(matcherOf(EVERY_KIND)(path)).toEqual([pattern, params])
    expect(matcherOf(EVERY_KIND.toReversed())(path)).toEqual([pattern, params])
  })

  test.each(['/nowhere', '/docs', '/orders/7/items', '/files/1/a'])('%s matches nothing', (path) => {
    expect(matcherOf(EVERY_KIND)(path)).toBeUndefined()
  })

  test("SRV-02 the app's matchers win over the built-in ones, and a missing one is named", () => {
    const even: Matchers = { integer: (value) => value === 'two', even: (value) => Number(value) % 2 === 0 }
    const match = matcherOf(['/[n=integer]', '/[e=even]'], even)
    expect(match('/two')).toEqual(['/[n=integer]', { n: 'two' }])
    expect(match('/4')).toEqual(['/[e=even]', { e: '4' }])
    expect(() => matcherOf(['/[n=constructor]'])).toThrow(/"\/\[n=constructor\]" uses the matcher "constructor"/)
    expect(() => matcherOf(['/[n=evn]'], even)).toThrow('Export it from src/matchers.ts, or did you mean "even"?')
  })

  test('two patterns for the same paths are refused, both named', () => {
    expect(() => matcherOf(['/[id]', '/[slug]'])).toThrow('The routes "/[id]" and "/[slug]" match the same paths.')
  })

  test('a path looks at its own segments only, however many static routes there are', () => {
    let looked = 0
    const patterns = Array.from({ length: 2000 }, (_, index) => `/static-${index}`)
    const match = matcherOf([...patterns, '/[id=counted]'], {
      counted: () => {
        looked++
        return true
      },
    })
    expect(match('/static-1999')).toEqual(['/static-1999', {}])
    expect(looked).toBe(0)
    expect(match('/other')).toEqual(['/[id=counted]', { id: 'other' }])
    expect(looked).toBe(1)
  })

  test.each([
    ['7', true],
    ['-7', true],
    ['0', true],
    ['9007199254740991', true],
    ['9007199254740992', false],
    ['7.5', false],
    ['1e3', false],
    ['+7', false],
    ['٧', false],
    [' 7', false],
    ['seven', false],
  ])('SRV-03 RTE-09 integer: "%s" %s', (value, fits) => {
    expect(matcherOf(['/[id=integer]'])(`/${value}`) !== undefined).toBe(fits)
  })

  test.each([
    ['123e4567-e89b-12d3-a456-426614174000', true],
    ['123E4567-E89B-12D3-A456-426614174000', true],
    ['123e4567e89b12d3a456426614174000', false],
    ['{123e4567-e89b-12d3-a456-426614174000}', false],
    ['123e4567-e89b-12d3-a456-42661417400', false],
    ['123e4567-e89b-12d3-a456-42661417400g', false],
  ])('SRV-04 RTE-09 uuid: "%s" %s', (value, fits) => {
    expect(matcherOf(['/[id=uuid]'])(`/${value}`) !== undefined).toBe(fits)
  })

  test('a matcher that is not a function, or does not return a boolean, is named and matches nothing', () => {
    const bad = (matcher: unknown) => matcherOf(['/[x=odd]', '/[y]'], { odd: matcher as (value: string) => boolean })
    for (const answer of [Promise.resolve(true), 'yes', undefined, null, ['x']])
      expect(() => bad(() => answer)('/x')).toThrow('The matcher "odd" did not return a boolean.')
    expect(() => bad(/x/)).toThrow('The matcher "odd" of the route pattern "/[x=odd]" is not a function.')
    const broken = () => {
      throw new RangeError('broken')
    }
    expect(() => bad(broken)('/x')).toThrow('broken')
  })

  test.each([
    ['a dead end', ['/a/[x]/end', '/[...all]'], '/a/b/other', ['/[...all]', { all: 'a/b/other' }]],
    ['a static dead end', ['/a/b/c', '/a/[x]'], '/a/b', ['/a/[x]', { x: 'b' }]],
    [
      'values of it',
      ['/[a]/[b]/end', '/[c=long]/[...rest]'],
      '/long/b/c',
      ['/[c=long]/[...rest]', { c: 'long', rest: 'b/c' }],
    ],
    ['a refused rest', ['/[...n=integer]', '/[[...m]]'], '/1/x', ['/[[...m]]', { m: '1/x' }]],
    ['a rest below', ['/a/[...n=integer]', '/[...m]'], '/a/x', ['/[...m]', { m: 'a/x' }]],
    ['an empty optional rest', ['/a/[[...x]]', '/[y]'], '/a', ['/a/[[...x]]', {}]],
  ])('backs out of %s', (_, patterns, path, answer) => {
    const long: Matchers = { long: (value) => value === 'long' }
    expect(matcherOf(patterns, long)(path)).toEqual(answer)
    expect(matcherOf(patterns.toReversed(), long)(path)).toEqual(answer)
  })

  test('the most specific rest: a matcher before none, one or more before any number', () => {
    const patterns = ['/[[...d]]', '/[[...b=integer]]', '/[...c]', '/[...a=uuid]']
    const match = matcherOf(patterns)
    expect(match('/1/2')?.[0]).toBe('/[[...b=integer]]')
    expect(match('/x/2')?.[0]).toBe('/[...c]')
    expect(match('/')?.[0]).toBe('/[[...b=integer]]')
  })

  test('RTE-16 any set of patterns in any order matches like the plain reading of the rules', () => {
    const word = fc.constantFrom('a', 'b', '1', 'index')
    const param = fc.constantFrom('[p]', '[p=integer]', '[p=short]')
    const rest = fc.constantFrom('[...r]', '[[...r]]', '[...r=integer]', '[[...r=short]]')
    const pattern = fc
      .tuple(fc.array(fc.oneof(word, param), { maxLength: 3 }), fc.option(rest, { nil: undefined }))
      .map(([parts, end]) => `/${unique([...parts, ...(end === undefined ? [] : [end])]).join('/')}`)
    const path = fc.array(fc.constantFrom('a', 'b', '1', '22', 'long'), { maxLength: 5 })
    const matchers: Matchers = { short: (value) => value.length === 1 }
    fc.assert(
      fc.property(
        fc.uniqueArray(pattern, { selector: shapeOf, maxLength: 12 }),
        fc.array(path, { minLength: 5, maxLength: 20 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (patterns, paths, order) => {
          const match = createMatcher(items(patterns), matchers)
          const shuffled = createMatcher(items(patterns.toSorted(() => (order.next().value ?? 0) - 0.5)), matchers)
          for (const segments of paths) {
            const expected = plainMatch(patterns, segments, matchers)
            expect(match(segments)?.item.pattern).toBe(expected)
            expect(shuffled(segments)?.item.pattern).toBe(expected)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})

/** Parameter names as they come: `[p]`, `[p1]`. */
function unique(parts: readonly string[]): readonly string[] {
  return parts.map((part, index) => part.replace('[p', `[p${index}`))
}

function shapeOf(pattern: string): string {
  return pattern.replaceAll(/p\d/g, 'p')
}

/** The rules read one after the other: of all patterns that fit, the one whose segments rank first from the left. */
function plainMatch(patterns: readonly string[], path: readonly string[], matchers: Matchers): string | undefined {
  const fits = (name: string | undefined, value: string) =>
    name === undefined || (matchers[name] ?? BUILT_IN_MATCHERS[name])?.(value) === true
  const ranked = items(patterns).flatMap(({ pattern, segments }) => {
    const last = segments.at(-1)
    const open = last !== undefined && (last.kind === 'rest' || last.kind === 'optional-rest')
    const fixed = open ? segments.slice(0, -1) : segments
    const left = path.slice(fixed.length)
    if (path.length < fixed.length || (!open && left.length > 0)) return []
    if (last?.kind === 'rest' && left.length === 0) return []
    const all = fixed.every((segment, index) => {
      const value = path[index] ?? ''
      return segment.kind === 'static' ? segment.value === value : fits(segment.matcher, value)
    })
    if (!all || (open && !left.every((value) => fits(last.matcher, value)))) return []
    const rank = segments.map((segment) => {
      if (segment.kind === 'static') return '1'
      const named = segment.matcher === undefined ? '2' : `1${segment.matcher}`
      return segment.kind === 'param' ? `2${named}` : `3${named[0]}${segment.kind}${segment.matcher ?? ''}`
    })
    return [{ pattern, rank }]
  })
  // `rest` sorts after `optional-rest`, and must come first.
  const key = (rank: readonly string[]) => rank.map((part) => part.replace('optional-rest', 'z')).join('|')
  return ranked.toSorted((a, b) => (key(a.rank) < key(b.rank) ? -1 : 1))[0]?.pattern
}
