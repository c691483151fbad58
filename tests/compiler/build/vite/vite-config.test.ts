import { defaultClientConditions, defaultServerConditions } from 'vite'
import { expect, test } from 'vitest'
import { CONDITIONS } from '../../../../compiler/src/build/vite/vite-config.ts'

test('packages are resolved by the conditions of Vite, after those for the runtime’s modules and the JSX of components', () => {
  expect(CONDITIONS.client).toEqual(['fw-modules', 'solid', ...defaultClientConditions])
  expect(CONDITIONS.server).toEqual(['fw-modules', 'solid', ...defaultServerConditions])
})
