import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalPath, splitSegments } from '../../../../runtime/src/server/http/canonical-path.ts'

describe('canonicalPath', () => {
  test('decodes each segment once and encodes it again', () => {
    expect([canonicalPath('/'), splitSegments(canonicalPath('/'))]).toEqual(['/', []])
    expect([canonicalPath('/%61/b%20c'), splitSegments(canonicalPath('/%61/b%20c'))]).toEqual([
      '/a/b%20c',
      ['a', 'b c'],
    ])
    expect([canonicalPath('/%2561'), splitSegments(canonicalPath('/%2561'))]).toEqual(['/%2561', ['%61']])
    expect([canonicalPath('/orders/'), splitSegments(canonicalPath('/orders/'))]).toEqual(['/orders/', ['orders']])
    expect([canonicalPath('/gr%C3%BC%C3%9Fe'), splitSegments(canonicalPath('/gr%C3%BC%C3%9Fe'))]).toEqual([
      '/gr%C3%BC%C3%9Fe',
      ['grüße'],
    ])
    expect([canonicalPath('/.well-known/x'), splitSegments(canonicalPath('/.well-known/x'))]).toEqual([
      '/.well-known/x',
      ['.well-known', 'x'],
    ])
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
        let first: string
        try {
          first = canonicalPath(raw)
        } catch {
          return
        }
        expect(canonicalPath(first)).toBe(first)
      }),
    )
  })
})
