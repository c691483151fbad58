/** Members that may be brands or data: a contract neither demands a brand nor omits data in silence. */
import { expect, it } from 'vitest'
import { deriveAll } from './derive-all.ts'

const derive = (written: string) =>
  deriveAll([
    { code: `type Brand<T, Name> = T & { readonly __type: Name }\nexport interface Root { a: ${written} }` },
  ])[0]!()

it.each([
  ["{ id: string } & { readonly __of: 'Order' }", 'input.a.__of'],
  ["{ id: string } & { readonly __of?: 'Order' }", 'input.a.__of'],
  ["({ r: number } & { __kind: 'circle' }) | ({ a: number } & { __kind: 'square' })", 'input.a.__kind'],
  ['{ id: string } & { __brand: string }', 'input.a.__brand'],
])('%s has a warning', (written, path) => {
  const { diagnostics } = derive(written)
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toContainEqual(['unclear-brand', 'warning'])
  expect(diagnostics[0]?.message).toContain(path)
})

it.each([
  ["{ id: string } & { readonly __brand: 'Order' }"],
  ["Brand<{ id: string }, 'Order'>"],
  ['{ id: string } & { readonly __of: unique symbol }'],
  ['{ id: string } & { readonly __of?: never }'],
  ['{ id: string } & { readonly __of: (value: string) => string }'],
])('%s is certainly a brand', (written) => {
  const { diagnostics, validate } = derive(written)
  expect(diagnostics).toEqual([])
  expect([validate({ a: { id: '' } }).ok, validate({ a: { id: '', __of: 'Order' } }).ok]).toEqual([true, false])
})
