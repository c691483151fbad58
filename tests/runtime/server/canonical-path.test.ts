import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalPath } from '../../../runtime/src/server/canonical-path.ts'

describe('canonicalPath', () => {
  test('decodes each segment once and encodes it again', () => {
    expect(canonicalPath('/')).toEqual({ path: '/', segments: [] })
    expect(canonicalPath('/%61/b%20c')).toEqual({ path: '/a/b%20c', segments: ['a', 'b c'] })
    expect(canonicalPath('/%2561')).toEqual({ path: '/%2561', segments: ['%61'] })
    expect(canonicalPath('/orders/')).toEqual({ path: '/orders/', segments: ['orders'] })
    expect(canonicalPath('/gr%C3%BC%C3%9Fe')).toEqual({ path: '/gr%C3%BC%C3%9Fe', segments: ['grüße'] })
    expect(canonicalPath('/.well-known/x')).toEqual({ path: '/.well-known/x', segments: ['.well-known', 'x'] })
  })

  test('refuses what two readers could understand differently', () => {
    for (const raw of [
      'x',
      '//',
      '/a//b',
      '//a',
      '/.',
      '/..',
      '/a/../b',
      '/a/./b',
      '/%2e',
      '/%2e%2E/a',
      '/a%2Fb',
      '/a%5Cb',
      '/a\\b',
      '/%',
      '/%4',
      '/%zz',
      '/%ff',
      '/%C3',
      '/%00',
      '/a%0A',
      '/%7f',
      '/\u0001',
    ])
      expect(() => canonicalPath(raw), raw).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  test('is stable: the canonical form of a canonical path is itself', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1, unit: 'grapheme' })), (parts) => {
        const raw = `/${parts.map((part) => encodeURIComponent(part)).join('/')}`
        let first: ReturnType<typeof canonicalPath>
        try {
          first = canonicalPath(raw)
        } catch {
          return
        }
        expect(canonicalPath(first.path)).toEqual(first)
      }),
    )
  })
})
