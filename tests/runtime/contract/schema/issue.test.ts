import { afterEach, expect, test, vi } from 'vitest'
import { findRefusedKey } from '../../../../runtime/src/contract/schema/issue.ts'

afterEach(() => void vi.restoreAllMocks())

test('a refused key is found at any depth, with its path', () => {
  const find = (json: string) => findRefusedKey(JSON.parse(json))?.path
  expect(find('{"a":{"b":[1,{"odd key":[{"__proto__":1}]}]}}')).toBe('a.b[1]["odd key"][0].__proto__')
  expect(find('[{},{"constructor":1}]')).toBe('[1].constructor')
  expect(find('{"prototype":1}')).toBe('prototype')
  expect(find('{"a":[{}]}')).toBeUndefined()
})

test('no path is created for a value without one', () => {
  const lines = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`line${index}`, {}]))
  const read = vi.spyOn(String.prototype, 'charCodeAt')
  expect(findRefusedKey(JSON.parse('{"a":{"prototype":1}}'))?.path).toBe('a.prototype')
  // Each name in a path is read for quotes.
  expect(read.mock.calls.length).toBe('aprototype'.length)
  read.mockClear()
  findRefusedKey({ lines })
  expect(read.mock.calls.length).toBe(0)
})
