import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { href as typedHref } from '../../../../runtime/src/contract/page/href.ts'
import { parsePattern } from '../../../../runtime/src/contract/schema/pattern.ts'
import { createMatcher } from '../../../../runtime/src/router/match-route.ts'
import { canonicalPath, splitSegments } from '../../../../runtime/src/server/http/canonical-path.ts'

// Plain JavaScript callers: values that the types refuse are refused here too.
const href: (pattern: string, params?: object, options?: object) => string = typedHref as never

describe('href', () => {
  it.each([
    [['/'], '/'],
    [['/orders/[id=integer]', { id: 7 }], '/orders/7'],
    [['/blog/[slug]', { slug: 'a b/c'.replace('/', '') }], '/blog/a%20bc'],
    [['/docs/[...path]', { path: 'a/b c' }], '/docs/a/b%20c'],
    [['/docs/[...path]', { path: ['a', 'b?'] }], '/docs/a/b%3F'],
    [['/shelf/[[...path]]'], '/shelf'],
    [['/shelf/[[...path]]', { path: '' }], '/shelf'],
    [
      ['/', {}, { query: { q: 'ä&b', tag: ['x', 'y'], none: undefined, off: false, page: 2 } }],
      '/?q=%C3%A4%26b&tag=x&tag=y&off=false&page=2',
    ],
    [['/', {}, { query: new URLSearchParams('a=1'), hash: 'to p' }], '/?a=1#to%20p'],
    [['/', {}, { query: {}, hash: '' }], '/'],
  ] as const)('prints %j', (given, expected) => {
    const [pattern, params, options] = given as unknown as [string, object?, object?]
    expect(href(pattern, params, options)).toBe(expected)
  })

  it.each([
    [{}, /needs the parameter "id"/],
    [{ id: '' }, /which can.t be a path segment/],
    [{ id: '..' }, /which can.t be a path segment/],
    [{ id: 'a/b' }, /which can.t be a path segment/],
    [Object.create({ id: '1' }), /needs the parameter "id"/],
  ])('refuses %j, which no request could carry', (params, message) => {
    expect(() => href('/orders/[id]', params)).toThrow(message)
  })

  it('matches the same page and parameters, with any values', () => {
    const pattern = '/a b/[one]/[[...rest]]'
    const match = createMatcher([{ pattern, segments: parsePattern(pattern) }])
    const text = fc
      .string({ minLength: 1, unit: 'grapheme' })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what no path carries.
      .filter((value) => !/^\.{1,2}$|[\\/\u0000-\u001f\u007f]/.test(value))
    fc.assert(
      fc.property(text, fc.array(text), (one, rest) => {
        const path = href(pattern, { one, rest })
        expect(new URL(path, 'http://app.test').pathname).toBe(path)
        const found = match(splitSegments(canonicalPath(path)))
        expect(found?.params).toEqual(rest.length === 0 ? { one } : { one, rest: rest.join('/') })
      }),
      { numRuns: 300 },
    )
  })
})
