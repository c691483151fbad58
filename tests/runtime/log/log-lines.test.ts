import { describe, expect, test } from 'vitest'
import type { LogLine } from '../../../runtime/src/contract/config/log.ts'
import { createLogger } from '../../../runtime/src/log/create-logger.ts'
import { jsonLine } from '../../../runtime/src/log/json-line.ts'
import { prettyLine } from '../../../runtime/src/log/pretty-line.ts'

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5, 6)
const BASE = { time: '2026-01-02T03:04:05.006Z', level: 'info', msg: 'hello' } as const

function collect(level: 'debug' | 'info' | 'warn' | 'silent' = 'debug') {
  const lines: LogLine[] = []
  return { lines, log: createLogger({ sink: (line) => lines.push(line), level, now: () => NOW }) }
}

describe('a logger', () => {
  test('gives the sink one object a line, with the clock, the level and the fields', () => {
    const { lines, log } = collect()
    log.warn('careful', { requestId: 'r1', tool: 'api.shop.search' })
    expect(lines).toEqual([
      { time: '2026-01-02T03:04:05.006Z', level: 'warn', msg: 'careful', requestId: 'r1', tool: 'api.shop.search' },
    ])
  })

  test('writes nothing below its level', () => {
    const { lines, log } = collect('warn')
    log.debug('a')
    log.info('b')
    log.warn('c')
    log.error('d')
    expect(lines.map(({ msg }) => msg)).toEqual(['c', 'd'])
    const silent = collect('silent')
    silent.log.error('e')
    expect(silent.lines).toEqual([])
  })

  test('a warning of every call is written once', () => {
    const { lines, log } = collect()
    for (let call = 0; call < 3; call += 1) log.warnOnce('dropped')
    log.warnOnce('another')
    expect(lines.map(({ msg }) => msg)).toEqual(['dropped', 'another'])
  })

  test('many warnings of one kind suppress no other, and are limited', () => {
    const { lines, log } = collect()
    for (let path = 0; path < 2000; path += 1) log.warnOnce(`/${path} sets a cookie`, {}, 'cookie')
    expect(lines).toHaveLength(100)
    log.warnOnce('/0 was late', {}, 'late')
    log.warnOnce('dropped')
    expect(lines.slice(100).map(({ msg }) => msg)).toEqual(['/0 was late', 'dropped'])
  })

  test('a sink that throws reaches no caller', () => {
    const log = createLogger({
      sink: () => {
        throw new Error('disk full')
      },
      level: 'info',
      now: () => NOW,
    })
    expect(() => log.info('hello')).not.toThrow()
  })
})

describe('a JSON line', () => {
  test('is one line of JSON with time, level and msg first', () => {
    expect(jsonLine({ ...BASE, status: 200, durationMs: 3 })).toBe(
      '{"time":"2026-01-02T03:04:05.006Z","level":"info","msg":"hello","status":200,"durationMs":3}',
    )
  })

  test('shows control and direction characters as escapes that read back as the same text', () => {
    const path = '/a\n{"level":"info"}\u001b[2J\u009b31m\u202e\u2028\u0000\u007f'
    const text = jsonLine({ ...BASE, path })
    expect(text).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(text)).toMatchObject({ path })
  })

  test('carries an error with its stack, code and causes', () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    const err = new TypeError('no database', { cause })
    const { err: written } = JSON.parse(jsonLine({ ...BASE, err }))
    expect(written).toMatchObject({ name: 'TypeError', message: 'no database' })
    expect(written.stack).toContain('log-lines.test.ts')
    expect(written.cause).toMatchObject({ message: 'refused', code: 'ECONNREFUSED' })
  })

  test('survives what JSON cannot carry and errors that cannot be read', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    const hostile = Object.defineProperty(new Error('x'), 'message', {
      get() {
        throw new Error('no')
      },
    })
    expect(JSON.parse(jsonLine({ ...BASE, circle, big: 1n, err: hostile }))).toEqual({
      ...BASE,
      circle: '[not JSON]',
      big: '1',
      err: { message: 'something that cannot be shown was thrown' },
    })
  })

  test('an endless chain of causes ends', () => {
    const err = new Error('again')
    // Of one length, however deep the runner's own frames are.
    err.stack = `Error: again\n${'    at place (file.ts:1:1)\n'.repeat(10)}`
    err.cause = err
    expect(jsonLine({ ...BASE, err }).length).toBeLessThan(20_000)
  })
})

describe('a line for people', () => {
  test('of a response has method, path, status and time', () => {
    const line = {
      ...BASE,
      msg: 'POST /_fw/api/shop.search',
      requestId: 'r1',
      method: 'POST',
      status: 200,
      durationMs: 3.04,
    }
    expect(prettyLine({ ...line, path: '/_fw/api/shop.search' })).toBe('POST /_fw/api/shop.search 200 3 ms')
  })

  test('of a problem names the request, and indents the stack below it', () => {
    const text = prettyLine({
      ...BASE,
      level: 'error',
      msg: 'Unexpected error',
      requestId: 'r1',
      err: new Error('broken'),
    })
    const [first, second, third] = text.split('\n')
    expect(first).toBe('error: Unexpected error requestId=r1')
    expect(second).toBe('    Error: broken')
    expect(third).toMatch(/^ {8}at /)
  })

  test('no text of a caller can begin a line of its own', () => {
    const err = new Error('broken\nGET /admin 200 1 ms\u001b[2K')
    const text = prettyLine({ ...BASE, msg: 'a\nb', level: 'error', note: 'x\ny', err })
    const [first, ...rest] = text.split('\n')
    expect(first).toBe('error: a\\u000ab note="x\\ny"')
    expect(rest.every((line) => line.startsWith('    '))).toBe(true)
    expect(text).not.toContain('\u001b')
  })
})
