import { describe, expect, test } from 'vitest'
import { parsePattern } from '../../../runtime/src/contract/pattern.ts'
import { createMatcher, type Matchers } from '../../../runtime/src/router/match-route.ts'

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
  ])('%s is answered by %s, whatever the order of the files', (path, pattern, params) => {
    expect(matcherOf(EVERY_KIND)(path)).toEqual([pattern, params])
    expect(matcherOf(EVERY_KIND.toReversed())(path)).toEqual([pattern, params])
  })

  test.each(['/nowhere', '/docs', '/orders/7/items', '/files/1/a', '/orders//items/8'])(
    '%s is answered by nothing',
    (path) => {
      expect(matcherOf(EVERY_KIND)(path)).toBeUndefined()
    },
  )

  test("the app's matchers win over the built-in ones, and a missing one is named", () => {
    const even: Matchers = { integer: (value) => value === 'two', even: (value) => Number(value) % 2 === 0 }
    const match = matcherOf(['/[n=integer]', '/[e=even]'], even)
    expect(match('/two')).toEqual(['/[n=integer]', { n: 'two' }])
    expect(match('/4')).toEqual(['/[e=even]', { e: '4' }])
    expect(() => matcherOf(['/[n=constructor]'])).toThrow(/"\/\[n=constructor\]" uses the matcher "constructor"/)
  })

  test('two patterns for the same paths are refused, both named', () => {
    expect(() => matcherOf(['/[id]', '/[slug]'])).toThrow('The routes "/[id]" and "/[slug]" answer the same paths.')
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
})
