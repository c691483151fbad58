import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { check } from '../../../compiler/src/index.ts'

const REPOSITORY = resolve(import.meta.dirname, '../../..')

it.each([
  'playground/shop',
  'playground/blog',
  'playground/nested-islands',
  'playground/interop-react',
  'tests/browser/island-app',
])('no rule finds fault with %s', async (app) => {
  const { diagnostics } = await check({ root: resolve(REPOSITORY, app) })
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([])
})
