import { describe, expect, it } from 'vitest'
import { A2aError } from '../../../runtime/src/a2a/protocol.ts'
import { checkFileTypes, FILE_TYPES } from '../../../runtime/src/a2a/read-part.ts'
import { readSend } from '../../../runtime/src/a2a/read-request.ts'

const send = (...parts: object[]) => readSend({ message: { messageId: 'm1', role: 'ROLE_USER', parts } })
const file = (more: object = {}) => ({ raw: 'AAEC', mediaType: 'image/png', filename: 'a.png', ...more })

const refusal = (...parts: object[]) => catchRefusal(() => send(...parts))

function catchRefusal(read: () => unknown): { reason: string; message: string } {
  try {
    read()
  } catch (error) {
    if (error instanceof A2aError) return { reason: error.reason, message: error.message }
    throw error
  }
  throw new Error('Nothing was refused.')
}

describe('parts of a message', () => {
  it('are at most 100, and none of a longer list is read', () => {
    let read = 0
    const parts = (count: number) =>
      Array.from({ length: count }, () => ({
        get text() {
          read += 1
          return ''
        },
      }))
    expect(send(...parts(100)).message.parts).toHaveLength(100)
    read = 0
    expect(refusal(...parts(101))).toEqual({
      reason: 'INVALID_PARAMS',
      message: expect.stringContaining('at most 100 parts'),
    })
    expect(read).toBe(0)
  })

  it('have at most 50,000 values together', () => {
    const call = (count: number) => ({ data: { tool: 'shop.add', input: { lines: new Array(count).fill([]) } } })
    expect(send(call(49_000)).work).toMatchObject({ kind: 'call' })
    expect(refusal(call(50_000))).toEqual({
      reason: 'INVALID_PARAMS',
      message: expect.stringContaining('at most 50000 values'),
    })
    expect(refusal(...Array.from({ length: 60 }, () => call(1_000))).message).toContain('at most 50000 values')
  })
})

describe('files of a message', () => {
  it('are for the agent to read, and are stored by name, type and size', () => {
    const { work, message } = send({ text: 'Look' }, file(), file({ filename: undefined }), { data: { a: 1 } })
    expect(work).toEqual({
      kind: 'turn',
      text: 'Look\n\n{"a":1}',
      files: [
        { mediaType: 'image/png', data: 'AAEC', name: 'a.png' },
        { mediaType: 'image/png', data: 'AAEC' },
      ],
    })
    expect(message.parts[1]).toEqual({ data: { file: { name: 'a.png', mediaType: 'image/png', bytes: 3 } } })
    expect(JSON.stringify(message)).not.toContain('AAEC')
  })

  it.each([
    ['-_8', '+/8=', 2],
    ['-_8=', '+/8=', 2],
    ['+w==', '+w==', 1],
    ['_w', '/w==', 1],
  ])('take either alphabet, with and without padding: %s', (raw, data, bytes) => {
    const { work, message } = send(file({ raw, mediaType: 'Text/Plain; charset=utf-8' }))
    expect(work).toMatchObject({ text: '', files: [{ data, mediaType: 'text/plain' }] })
    expect(message.parts).toMatchObject([{ data: { file: { bytes } } }])
  })

  it('are bounded, whole and of a type that models read', () => {
    const mebibyte = 'AAAA'.repeat(2 ** 20 / 3 + 1)
    expect(refusal(...Array.from({ length: 6 }, () => file({ raw: mebibyte }))).message).toContain(
      'at most 5242880 bytes',
    )
    expect(send(...Array.from({ length: 4 }, () => file({ raw: mebibyte }))).work).toMatchObject({ kind: 'turn' })
    expect(refusal(...Array.from({ length: 9 }, () => file())).message).toContain('at most 8 files')
    for (const raw of ['', 'A', 'AA A', 'AA=A', 'AAAA====', 7])
      expect(refusal(file({ raw })), String(raw)).toMatchObject({ reason: 'INVALID_PARAMS' })
    expect(refusal(file({ filename: 'x'.repeat(201) })).reason).toBe('INVALID_PARAMS')
    for (const mediaType of [undefined, '', 'image/svg', 'application/octet-stream', 'video/mp4']) {
      const { work } = send(file({ mediaType }))
      const files = work.kind === 'turn' ? work.files : []
      expect(files).toHaveLength(1)
      expect(
        catchRefusal(() => checkFileTypes(files, FILE_TYPES)),
        String(mediaType),
      ).toMatchObject({ reason: 'CONTENT_TYPE_NOT_SUPPORTED' })
    }
    expect(refusal({ url: 'https://a.example/a.png', mediaType: 'image/png' })).toEqual({
      reason: 'CONTENT_TYPE_NOT_SUPPORTED',
      message: 'This agent fetches no URLs. Send the bytes of the file as "raw".',
    })
    expect(refusal({ data: { tool: 'shop.search' } }, file()).message).toContain('the call as its only part')
  })
})

describe('the digest of a message', () => {
  const digest = (more: object) =>
    readSend({ message: { messageId: 'm1', role: 'ROLE_USER', parts: [{ data: { a: 1, b: 2 } }], ...more } }).digest

  it('depends on the content in any order, and on nothing else', () => {
    expect(digest({ parts: [{ data: { b: 2, a: 1 }, metadata: { tries: 2 } }], messageId: 'm2' })).toBe(digest({}))
    expect(digest({ parts: [file()] })).not.toBe(digest({ parts: [file({ raw: 'AAED' })] }))
    for (const more of [{ parts: [{ data: { a: 1, b: 3 } }] }, { contextId: 'c' }, { taskId: 'c' }])
      expect(digest(more), JSON.stringify(more)).not.toBe(digest({}))
  })
})
