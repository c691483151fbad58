import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createRouteTable } from '../../../runtime/src/contract/http/route-table.ts'
import { createFsRouter, parsePattern } from '../../../runtime/src/server.ts'

let dir: string | undefined
const routerOf = (...files: string[]) => {
  dir = mkdtempSync(join(tmpdir(), 'fw-routes-'))
  for (const file of files) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), '')
  }
  return createFsRouter(dir, { matchers: { lower: (value) => /^[a-z]+$/.test(value) } })
}
afterEach(() => {
  if (dir) rmSync(dir, { recursive: true })
  dir = undefined
})

describe('createFsRouter', () => {
  test('CNV-02 RTE-06 RTE-07 RTE-12 RTE-14 RTE-15 RTE-16 files of the routes folder are pages, params are decoded once', () => {
    const router = routerOf('index.tsx', 'orders/[id].tsx', 'orders/new.tsx', '(shop)/cart.tsx')
    expect(router.match('/')).toEqual({ filePath: 'index.tsx', pattern: '/', params: {} })
    expect(router.match('/orders/a%20b%2525')).toEqual({
      filePath: 'orders/[id].tsx',
      pattern: '/orders/[id]',
      params: { id: 'a b%25' },
    })
    expect(router.match('/orders/new')?.filePath).toBe('orders/new.tsx')
    expect(router.match('/cart')).toEqual({ filePath: '(shop)/cart.tsx', pattern: '/cart', params: {} })
    expect(router.routes.map(({ pattern }) => pattern)).toEqual(['/', '/cart', '/orders/[id]', '/orders/new'])
  })

  test('malformed and unknown paths match nothing', () => {
    const router = routerOf('[id].tsx')
    for (const path of ['/%zz', '/a/b', '/', '//', '/a//', 'a', '/%2e%2e', '/.', '/a%2Fb', '/a%5cb', '/a%00', '/%ff'])
      expect(router.match(path), path).toBeUndefined()
    expect(createFsRouter(join(tmpdir(), 'fw-no-such-folder')).match('/')).toBeUndefined()
  })
})

describe('the segments of a path', () => {
  const paths = ['caf\u00e9.tsx', '100%.tsx', 'a b.tsx', 'Orders.tsx', 'de\u0301j\u00e0/[x].tsx', 'files/[...path].tsx']

  test.each([
    ['/caf%C3%A9', 'caf\u00e9.tsx', {}],
    ['/caf\u00e9', 'caf\u00e9.tsx', {}],
    ['/100%25', '100%.tsx', {}],
    ['/a%20b', 'a b.tsx', {}],
    ['/%4Frders', 'Orders.tsx', {}],
    ['/Orders/', 'Orders.tsx', {}],
    ['/d%C3%A9j%C3%A0/%F0%9F%98%80', 'de\u0301j\u00e0/[x].tsx', { x: '\u{1f600}' }],
    ['/files/a%2Bb/%5Bid%5D', 'files/[...path].tsx', { path: 'a+b/[id]' }],
    ['/files/__proto__/constructor', 'files/[...path].tsx', { path: '__proto__/constructor' }],
  ])('RTE-07 %s matches %s, decoded once', (path, filePath, params) => {
    expect(routerOf(...paths).match(path)).toMatchObject({ filePath, params })
  })

  test.each(['/orders', '/100%2525', '/a+b', '/__proto__', '/constructor', '/index', '/files'])(
    '%s matches nothing',
    (path) => {
      expect(routerOf(...paths, 'index.tsx').match(path)).toBeUndefined()
    },
  )
})

describe('parsePattern', () => {
  test('RTE-17 the segment list of every kind', () => {
    expect(parsePattern('/blog/[slug]')).toEqual([
      { kind: 'static', value: 'blog' },
      { kind: 'param', name: 'slug' },
    ])
    expect(parsePattern('/')).toEqual([])
    expect(parsePattern('/[id=integer]/[...rest]')).toEqual([
      { kind: 'param', name: 'id', matcher: 'integer' },
      { kind: 'rest', name: 'rest' },
    ])
    expect(parsePattern('/[[...rest=uuid]]')).toEqual([{ kind: 'optional-rest', name: 'rest', matcher: 'uuid' }])
  })

  test.each([
    ['blog', 'must begin with "/"'],
    ['/a//b', 'The segment "" of the route pattern "/a//b" is malformed'],
    ['/a/', 'The segment "" of the route pattern "/a/" is malformed'],
    ['/../x', 'The segment ".." of'],
    ['/[id', 'The segment "[id" of'],
    ['/[]', 'The segment "[]" of'],
    ['/[a]-[b]', 'The segment "[a]-[b]" of'],
    ['/[[id]]', 'The segment "[[id]]" of'],
    ['/[1d]', 'The segment "[1d]" of'],
    ['/[id=]', 'The segment "[id=]" of'],
    ['/[id]/[id]', 'uses the parameter "id" twice'],
    ['/[...rest]/x', 'the rest parameter "[...rest]" must come last'],
    ['/[[...rest]]/[x]', 'the rest parameter "[[...rest]]" must come last'],
  ])('RTE-17 %s is refused with the reason', (pattern, reason) => {
    expect(() => parsePattern(pattern)).toThrow(reason)
  })
})

describe('the route table', () => {
  const tableOf = (...files: string[]) => createRouteTable(files.map((filePath) => ({ filePath })))

  test('RTE-12 RTE-13 layouts wrap outermost first, those of groups included', () => {
    const table = tableOf(
      '_layout.tsx',
      'a/_layout.tsx',
      'a/(group)/_layout.tsx',
      'a/(group)/b.tsx',
      'a/c.tsx',
      'ab/d.tsx',
      '_404.tsx',
      '_500.tsx',
    )
    expect(Object.fromEntries(table.routes.map(({ pattern, layouts }) => [pattern, layouts]))).toEqual({
      '/a/b': ['_layout.tsx', 'a/_layout.tsx', 'a/(group)/_layout.tsx'],
      '/a/c': ['_layout.tsx', 'a/_layout.tsx'],
      '/ab/d': ['_layout.tsx'],
    })
    expect(table).toMatchObject({ rootLayout: '_layout.tsx', notFound: '_404.tsx', error: '_500.tsx' })
  })

  test('styles, tests, declarations and names that begin with "_" are not pages', () => {
    const files = [
      'a.tsx',
      'a.css',
      'a.test.tsx',
      'a.spec.ts',
      'a.d.ts',
      '_parts.tsx',
      'b/_404.tsx',
      '_parts/c.tsx',
      'd.ts',
    ]
    const table = tableOf(...files, '(g)/_500.tsx')
    expect(table.routes.map(({ filePath }) => filePath)).toEqual(['a.tsx', 'd.ts'])
    expect(table).toEqual({ routes: table.routes })
  })

  test('only folders are groups, and only a file is an index', () => {
    const { routes } = tableOf('(site)/index.tsx', '(a)/(b)/c.tsx', '(d).tsx', 'index/e.tsx', 'f/index.jsx')
    expect(routes.map(({ pattern }) => pattern)).toEqual(['/', '/(d)', '/c', '/f', '/index/e'])
  })

  test('RTE-16 two files for the same paths are refused, both named', () => {
    expect(() => routerOf('a.tsx', '(g)/a.tsx').match('/a')).toThrow(
      'The routes "/a" ((g)/a.tsx) and "/a" (a.tsx) match the same paths. Remove or rename one of them.',
    )
  })
})
