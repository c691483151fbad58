import { expect, it } from 'vitest'
import { isBase64 } from '../../../../runtime/src/contract/schema/base64.ts'

it('reads a text of any length without overflowing the stack', () => {
  const text = 'AQID'.repeat(6 * 1024 * 1024)
  expect(isBase64(text)).toBe(true)
  expect(isBase64(`${text}AA==`)).toBe(true)
  expect(isBase64(`${text}AA=`)).toBe(false)
})
