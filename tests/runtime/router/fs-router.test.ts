import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createFsRouter } from '../../../runtime/src/router/fs-router.ts'
import { createRouteTable } from '../../../runtime/src/router/route-table.ts'

let dir: string | undefined
const routerOf = (...files: string[]) => {
  dir = mkdtempSync(join(tmpdir(), 'fw-routes-'))
  for (const file of files) {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), '')
  }
  return createFsRouter(dir)
}
afterEach(() => {
  if (dir) rmSync(dir, { recursive: true })
  dir = undefined
})

describe('createFsRouter', () => {
  test('CNV-02 files of the routes folder are pages, params are decoded once', () => {
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

  test('what is malformed or unknown matches nothing', () => {
    const router = routerOf('[id].tsx')
    for (const path of ['/%zz', '/a/b', '/']) expect(router.match(path)).toBeUndefined()
    expect(createFsRouter(join(tmpdir(), 'fw-no-such-folder')).match('/')).toBeUndefined()
  })
})

describe('the route table', () => {
  const tableOf = (...files: string[]) => createRouteTable(files.map((filePath) => ({ filePath })))

  test('layouts wrap outermost first, those of groups included', () => {
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

  test('styles, tests, declarations and files that begin with "_" are no pages', () => {
    const { routes } = tableOf('a.tsx', 'a.css', 'a.test.tsx', 'a.d.ts', '_parts.tsx', 'b/_404.tsx', 'feed.ts')
    expect(routes.map(({ filePath }) => filePath)).toEqual(['a.tsx', 'feed.ts'])
  })
})
