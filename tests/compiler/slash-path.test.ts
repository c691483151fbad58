import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSlashPath, isBelow, join, relative, resolve, toSlashes } from '../../compiler/src/slash-path.ts'

describe.each([
  ['POSIX', posix, ''],
  ['Windows', win32, 'C:'],
])('paths of %s', (_, platform, drive) => {
  const path = createSlashPath(platform)
  const root = `${drive}/work/app`
  const native = (text: string) => text.replaceAll('/', platform.sep)

  it('have one separator', () => {
    expect(path.join(root, 'src', '../dist/client')).toBe(`${root}/dist/client`)
    expect(path.join(native(root), native('src/a.ts'))).toBe(`${root}/src/a.ts`)
    expect(path.resolve(root, native('src/routes'), './index.tsx')).toBe(`${root}/src/routes/index.tsx`)
    expect(path.resolve(native(root), '../lib')).toBe(`${drive}/work/lib`)
    expect(path.relative(root, native(`${root}/src/server/shop.api.ts`))).toBe('src/server/shop.api.ts')
    expect(path.relative(`${root}/src`, `${drive}/work/lib/a.ts`)).toBe('../../lib/a.ts')
    expect(path.relative(root, root)).toBe('')
  })

  it('go through the functions of Node that keep the separator', () => {
    const file = path.resolve(root, 'src/a.server.ts')
    expect(platform.dirname(file)).toBe(`${root}/src`)
    expect(platform.basename(file)).toBe('a.server.ts')
    expect(platform.extname(file)).toBe('.ts')
    expect(platform.isAbsolute(file)).toBe(true)
  })

  it('are compared by whole segments', () => {
    expect(isBelow(root, path.join(root, 'src/a.ts'))).toBe(true)
    expect(isBelow(`${drive}/`, path.join(`${drive}/`, 'a.ts'))).toBe(true)
    expect(isBelow(root, path.join(`${root}-2`, 'a.ts'))).toBe(false)
    expect(isBelow(root, root)).toBe(false)
    expect(isBelow(root, path.resolve(root, '../a.ts'))).toBe(false)
  })
})

it('a path on another drive stays absolute', () => {
  const path = createSlashPath(win32)
  expect(path.relative('C:/work/app', 'D:\\lib\\a.ts')).toBe('D:/lib/a.ts')
  expect(path.resolve('C:/work/app', 'D:\\lib\\a.ts')).toBe('D:/lib/a.ts')
  expect(path.resolve('C:/work/app', '\\\\host\\share\\a.ts')).toBe('//host/share/a.ts')
})

it('the functions of this platform are those of its own separator', () => {
  expect(join('a', 'b')).toBe('a/b')
  expect(relative('/a/b', '/a/c')).toBe('../c')
  expect(resolve('/a', 'b')).toBe(toSlashes(resolve('/a', 'b')))
})
