import { describe, expect, test } from 'vitest'
import { type FormLimits, formLimits } from '../../../runtime/src/forms/form-limits.ts'
import { boundaryOf, readMultipart } from '../../../runtime/src/forms/multipart.ts'

const BODY = [
  'preamble\r\n--b\r\n',
  'Content-Disposition: form-data; name="a%22b"\r\n\r\n',
  'gr\u00fc\u00dfe\r\n--not the end\r\n\r\n--b\r\n',
  'content-disposition: form-data; name="file"; filename="C:\\x\\no\u0007te.txt"\r\nContent-Type: text/plain\r\n\r\n',
  'one\r\n--b\r\n',
  'Content-Disposition: form-data; name="none"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n',
  '\r\n--b--\r\nepilogue',
].join('')

async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = (text: string, limits: Partial<FormLimits> = {}, size = 7) =>
  readMultipart(pieces(text, size), 'b', { ...formLimits(undefined, 10_000), ...limits })

const part = (name: string, content: string, file = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`

test('a body is the same however it is cut', async () => {
  const whole = await read(BODY, {}, 10_000)
  expect(
    whole.map(({ name, value }) => [
      name,
      typeof value === 'string' ? value : { ...value, bytes: String(value.bytes) },
    ]),
  ).toEqual([
    ['a"b', 'gr\u00fc\u00dfe\r\n--not the end\r\n'],
    ['file', { filename: 'note.txt', type: 'text/plain', bytes: 'one' }],
    ['none', { filename: '', type: 'application/octet-stream', bytes: '' }],
  ])
  for (let size = 1; size < 90; size++) expect(await read(BODY, {}, size), String(size)).toEqual(whole)
})

describe('limits', () => {
  const file = '; filename="f"'
  test.each<[string, string, Partial<FormLimits>]>([
    ['bytes', part('a', 'x'.repeat(200)), { maxBytes: 100 }],
    ['one file', part('a', 'x'.repeat(20), file), { maxFileBytes: 19 }],
    ['one field', part('a', 'x'.repeat(20)), { maxFieldBytes: 19 }],
    ['files', part('a', 'x', file) + part('b', 'x', file), { maxFiles: 1 }],
    ['fields', part('a', 'x') + part('b', 'x'), { maxFields: 1 }],
    ['a header', `--b\r\n${'x'.repeat(9000)}`, {}],
  ])('%s', async (_, body, limits) => {
    await expect(read(`${body}--b--`, limits, 50)).rejects.toMatchObject({ code: 'payload_too_large' })
    await expect(read(`${part('a', 'x')}--b--`)).resolves.toHaveLength(1)
  })
})

test.each([
  ['an end that is missing', part('a', 'x')],
  ['a part without a name', '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--'],
  ['what follows a boundary', '--bx\r\n\r\n\r\n--b--'],
  ['nothing', ''],
])('a body that is none is refused: %s', async (_, body) => {
  await expect(read(body)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('boundaries are read from the content type', () => {
  expect(boundaryOf('multipart/form-data; boundary=----x1')).toBe('----x1')
  expect(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b')
  for (const other of ['multipart/mixed; boundary=x', 'multipart/form-data', 'text/plain', ''])
    expect(boundaryOf(other)).toBeUndefined()
})
