import { defaultClientConditions, defaultServerConditions } from 'vite'
import { expect, test } from 'vitest'
import { CONDITIONS } from '../../../compiler/src/build/vite-config.ts'

test('packages are resolved by the conditions of Vite, after the condition for the JSX of components', () => {
  expect(CONDITIONS.client).toEqual(['solid', ...defaultClientConditions])
  expect(CONDITIONS.server).toEqual(['solid', ...defaultServerConditions])
})
