import { describe, expect, test } from 'vitest'
import { FwError } from '../../../runtime/src/contract/http/error.ts'
import { type FormLimits, formatSize, resolveFormLimits } from '../../../runtime/src/forms/form-limits.ts'
import { findBoundary, readMultipart } from '../../../runtime/src/forms/multipart.ts'

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
  readMultipart(pieces(text, size), 'b', { ...resolveFormLimits(undefined, 10_000), ...limits })

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

test('the fields beside a part that is too large are returned, but no files', async () => {
  const body = [
    part('first', 'a'),
    part('photo', 'x'.repeat(40), '; filename="f"'),
    part('note', 'y'.repeat(40)),
    part('more[]', 'z', '; filename="g"'),
    part('last', 'b'),
    '--b--',
  ].join('')
  const refused = await read(body, { maxFileBytes: 39, maxFieldBytes: 20, maxFiles: 1 }).catch((error) => error)
  expect(refused).toMatchObject({
    code: 'payload_too_large',
    message: '"photo" may have at most 39 bytes.',
    fields: [
      { name: 'first', value: 'a' },
      { name: 'last', value: 'b' },
    ],
    issues: [
      { path: 'photo', message: 'may have at most 39 bytes' },
      { path: 'note', message: 'may have at most 20 bytes' },
      { path: 'more', message: 'the form may send at most 1 file' },
    ],
  })
  // A host that counts bytes ends the body. A body that is declared too large is too large, independent of its bytes.
  const ended = async function* () {
    yield Buffer.from(body.slice(0, 200))
    throw new FwError('payload_too_large')
  }
  const limits = resolveFormLimits(undefined, 10_000)
  for (const over of [readMultipart(ended(), 'b', limits), readMultipart(pieces(body, 9), 'b', limits, true)])
    await expect(over).rejects.toMatchObject({
      message: 'This form may send at most 10 kB.',
      fields: expect.arrayContaining([{ name: 'first', value: 'a' }]),
    })
})

test('data beyond the limit is read and discarded, so that its sender reads the response', async () => {
  let sent = 0
  const body = async function* () {
    for await (const chunk of pieces(`${part('a', 'x'.repeat(5000))}--b--`, 50)) {
      sent += chunk.length
      yield chunk
    }
  }
  const limits = resolveFormLimits({ maxBytes: 100 }, 10_000)
  await expect(readMultipart(body(), 'b', limits)).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(sent).toBeGreaterThan(5000)
})

test('sizes are formatted for people', () => {
  const texts = [1, 12, 1024, 1500, 100_000, 1_048_576, 1_234_567, 3 * 1024 ** 3].map(formatSize)
  expect(texts).toEqual(['1 byte', '12 bytes', '1 KiB', '1.5 kB', '100 kB', '1 MiB', '1.2 MB', '3 GiB'])
})

test.each([
  ['an end that is missing', part('a', 'x')],
  ['a part without a name', '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--'],
  ['what follows a boundary', '--bx\r\n\r\n\r\n--b--'],
  ['nothing', ''],
])('an invalid body is refused: %s', async (_, body) => {
  await expect(read(body)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('boundaries are read from the content type', () => {
  expect(findBoundary('multipart/form-data; boundary=----x1')).toBe('----x1')
  expect(findBoundary('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b')
  for (const other of ['multipart/mixed; boundary=x', 'multipart/form-data', 'text/plain', ''])
    expect(findBoundary(other)).toBeUndefined()
})
