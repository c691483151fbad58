import { expect, test } from 'vitest'
import { isNativePackage, notablePackages } from '../../../compiler/src/build/externals.ts'

test.each([
  [{ name: 'a', gypfile: true }],
  [{ name: 'b', binary: { module_name: 'b' } }],
  [{ name: 'c', napi: {} }],
  [{ name: 'd', dependencies: { 'node-gyp-build': '1' } }],
  [{ name: 'e', optionalDependencies: { '@e/linux-x64-gnu': '1' } }],
  [{ name: 'f', optionalDependencies: { 'f-win32-x64': '1' } }],
])('$name stays outside the server bundle', (manifest) => {
  expect(isNativePackage(manifest)).toBe(true)
})

test('plain packages are bundled, also with optional dependencies', () => {
  expect(isNativePackage({ name: 'plain', optionalDependencies: { 'linuxish-words': '1' } })).toBe(false)
})

test("libsql is found among the runtime's dependencies, and no bundler", () => {
  const root = new URL('../../../cli', import.meta.url).pathname
  const found = notablePackages(root).native
  expect(found).toContain('libsql')
  expect(found).not.toContain('solid-js')
})
