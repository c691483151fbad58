/** The engine: what it computes again after a change, and what it reuses. */
import { describe, expect, it } from 'vitest'
import { CancelledError, createEngine, type Engine, provideInput } from '../../../compiler/src/engine/engine.ts'
import { defineInput, defineQuery } from '../../../compiler/src/engine/query.ts'
import { createTrace } from '../../../compiler/src/engine/trace.ts'

const TEXT = defineInput<string | undefined>('text')

/** An engine over a map of files, and the queries that it has computed. */
function openFiles(files: Record<string, string>) {
  const asked: string[] = []
  const trace = createTrace()
  const provide = (file: string) => {
    asked.push(file)
    return files[file]
  }
  const engine = createEngine([provideInput(TEXT, provide)], trace)
  const write = (file: string, text: string | undefined) => {
    if (text === undefined) delete files[file]
    else files[file] = text
    engine.invalidate(TEXT, file)
  }
  const computed = () =>
    Object.fromEntries(trace.take().flatMap(({ name, computed: count }) => (count > 0 ? [[name, count]] : [])))
  return { engine, write, asked, trace, computed }
}

const WORDS = defineQuery('words', (read, file) => (read(TEXT, file) ?? '').split(' ').filter((word) => word !== ''))
const COUNT = defineQuery('count', (read, file) => read(WORDS, file).length)
const TOTAL = defineQuery('total', (read) => read(COUNT, 'a') + read(COUNT, 'b'))

describe('an engine', () => {
  it('computes a query once for each change of what it reads', () => {
    const { engine, write, computed } = openFiles({ a: 'one two', b: 'three' })
    expect(engine.read(TOTAL)).toBe(3)
    expect(engine.read(TOTAL)).toBe(3)
    expect(computed()).toEqual({ count: 2, words: 2, total: 1 })
    write('b', 'three four')
    expect(engine.read(TOTAL)).toBe(4)
    expect(computed()).toEqual({ count: 1, words: 1, total: 1 })
  })

  it('computes no further where a value is what it was', () => {
    const { engine, write, computed } = openFiles({ a: 'one two', b: 'three' })
    engine.read(TOTAL)
    computed()
    write('a', ' one  two')
    expect(engine.read(TOTAL)).toBe(3)
    expect(computed()).toEqual({ words: 1 })
    write('a', 'two one')
    expect(engine.read(TOTAL)).toBe(3)
    expect(computed()).toEqual({ words: 1, count: 1 })
  })

  it('asks a provider again only for what was invalidated, and computes nothing if the value is equal', () => {
    const { engine, write, asked, computed } = openFiles({ a: 'one', b: 'two' })
    engine.read(TOTAL)
    write('a', 'one')
    engine.read(TOTAL)
    expect(asked).toEqual(['a', 'b', 'a'])
    computed()
    engine.invalidate(TEXT)
    engine.read(TOTAL)
    expect(asked).toEqual(['a', 'b', 'a', 'a', 'b'])
    expect(computed()).toEqual({})
  })

  it('uses a value that was set until the input is invalidated', () => {
    const { engine } = openFiles({ a: 'one', b: 'two' })
    engine.set(TEXT, 'one and more', 'a')
    expect(engine.read(TOTAL)).toBe(4)
    engine.invalidate(TEXT, 'a')
    expect(engine.read(TOTAL)).toBe(2)
  })

  it('forgets what a query no longer reads', () => {
    const { engine, write, computed } = openFiles({ a: 'b', b: 'one', c: 'two three' })
    const LINKED = defineQuery('linked', (read) => read(COUNT, read(TEXT, 'a') ?? ''))
    expect(engine.read(LINKED)).toBe(1)
    write('a', 'c')
    expect(engine.read(LINKED)).toBe(2)
    computed()
    write('b', 'other words here')
    expect(engine.read(LINKED)).toBe(2)
    expect(computed()).toEqual({})
  })

  it('does not check a read that an earlier, changed one makes obsolete', () => {
    const { engine, write } = openFiles({ kind: 'list', a: '[1]' })
    const PARSED = defineQuery('parsed', (read) => JSON.parse(read(TEXT, 'a') ?? '') as unknown)
    const SHOWN = defineQuery('shown', (read) => (read(TEXT, 'kind') === 'list' ? read(PARSED) : read(TEXT, 'a')))
    expect(engine.read(SHOWN)).toEqual([1])
    write('kind', 'text')
    write('a', 'no JSON')
    expect(engine.read(SHOWN)).toBe('no JSON')
  })

  it('returns the error of a computation again, and computes it again after a change', () => {
    const { engine, write, computed } = openFiles({ a: '{' })
    const PARSED = defineQuery('parsed', (read) => JSON.parse(read(TEXT, 'a') ?? '') as unknown)
    const SAFE = defineQuery('safe', (read) => {
      try {
        return read(PARSED)
      } catch {
        return 'invalid'
      }
    })
    expect(() => engine.read(PARSED)).toThrow(SyntaxError)
    expect(engine.read(SAFE)).toBe('invalid')
    expect(computed()).toEqual({ parsed: 1, safe: 1 })
    write('a', '{}')
    expect(engine.read(SAFE)).toEqual({})
    write('a', '{')
    expect(engine.read(SAFE)).toBe('invalid')
    write('a', '{}')
    expect(engine.read(PARSED)).toEqual({})
  })

  it('names the query that needs its own value', () => {
    const { engine } = openFiles({})
    const ODD = defineQuery('odd', (read, key): number => read(EVEN, key))
    const EVEN = defineQuery('even', (read, key): number => read(ODD, key))
    expect(() => engine.read(ODD, 'x')).toThrow('The query odd x needs its own value.')
  })

  it('names an input without a provider, and refuses changes by a query', () => {
    const { engine } = openFiles({})
    const CONFIG = defineInput<string>('config')
    expect(() => engine.read(CONFIG)).toThrow('The input config has no value.')
    const CHANGING = defineQuery('changing', () => engine.invalidate(CONFIG))
    expect(() => engine.read(CHANGING)).toThrow('The query changing must not change the input config.')
  })

  it('stops when it is cancelled, and keeps what it has computed', () => {
    const { engine, computed, write } = openFiles({ a: 'one', b: 'two' })
    let left = 3
    const stop = () => left-- <= 0
    expect(() => engine.cancellable(stop, () => engine.read(TOTAL))).toThrow(CancelledError)
    expect(computed()).toEqual({ count: 1, words: 1 })
    expect(engine.read(TOTAL)).toBe(2)
    expect(computed()).toEqual({ count: 1, words: 1, total: 1 })
    write('a', 'one two')
    expect(() =>
      engine.cancellable(
        () => true,
        () => engine.read(TOTAL),
      ),
    ).toThrow(CancelledError)
    expect(engine.read(TOTAL)).toBe(3)
  })

  it('returns whether a value is valid, and computes nothing for that', () => {
    const { engine, write, computed } = openFiles({ a: 'one', b: 'two' })
    expect(engine.isCurrent(COUNT, 'a')).toBe(false)
    engine.read(COUNT, 'a')
    computed()
    expect(engine.isCurrent(COUNT, 'a')).toBe(true)
    write('a', ' one')
    expect(engine.isCurrent(COUNT, 'a')).toBe(true)
    write('a', 'one two')
    expect(engine.isCurrent(COUNT, 'a')).toBe(false)
    expect(computed()).toEqual({ words: 2 })
    expect(engine.read(COUNT, 'a')).toBe(2)
  })

  it('passes the last value to a computation', () => {
    const { engine, write } = openFiles({ a: 'one' })
    const HISTORY = defineQuery<readonly string[]>('history', (read, file, last = []) => [
      ...last,
      read(TEXT, file) ?? '',
    ])
    engine.read(HISTORY, 'a')
    write('a', 'two')
    expect(engine.read(HISTORY, 'a')).toEqual(['one', 'two'])
  })

  it('uses a stored value instead of a computation, as long as what it has read does not change', () => {
    const { engine, write, trace } = openFiles({ a: 'one two', stored: '7' })
    const STORED = defineQuery<number>('stored', (read, file) => read(COUNT, file), {
      restore: (read) => (read(TEXT, 'stored') === '' ? undefined : { value: Number(read(TEXT, 'stored')) }),
    })
    expect([engine.read(STORED, 'a'), engine.read(STORED, 'a')]).toEqual([7, 7])
    expect(trace.take()).toMatchObject([{ name: 'stored', computed: 0, loaded: 1 }])
    write('a', 'one')
    expect(engine.read(STORED, 'a')).toBe(7)
    write('stored', '')
    expect(engine.read(STORED, 'a')).toBe(1)
    write('a', 'one two three')
    expect(engine.read(STORED, 'a')).toBe(3)
  })

  it('checks only what a change reaches', () => {
    const { engine, write, trace } = openFiles({ a: 'one', b: 'two' })
    engine.read(COUNT, 'a')
    engine.read(COUNT, 'b')
    trace.take()
    write('a', 'other')
    engine.read(COUNT, 'b')
    expect(trace.take()).toEqual([{ name: 'count', computed: 0, same: 0, reused: 1, loaded: 0, causes: [] }])
  })

  it('forgets values that nothing has read for a while', () => {
    const { engine, write, computed } = openFiles({ a: 'one', b: 'two', c: 'three' })
    engine.read(COUNT, 'c')
    engine.read(TOTAL)
    for (const text of ['x', 'x y', 'x y z']) {
      write('a', text)
      engine.read(TOTAL)
    }
    computed()
    engine.forgetUnused(2)
    engine.read(TOTAL)
    expect(computed()).toEqual({})
    engine.read(COUNT, 'c')
    expect(computed()).toEqual({ count: 1, words: 1 })
  })

  it('reports what was computed, how often for nothing, and why', () => {
    const { engine, write, trace } = openFiles({ a: 'one', b: 'two' })
    engine.read(TOTAL)
    trace.take()
    write('a', 'changed')
    engine.read(TOTAL)
    expect(trace.take()).toEqual([
      { name: 'count', computed: 1, same: 1, reused: 1, loaded: 0, causes: ['words a'] },
      { name: 'words', computed: 1, same: 0, reused: 0, loaded: 0, causes: ['text a'] },
      { name: 'total', computed: 0, same: 0, reused: 1, loaded: 0, causes: [] },
    ])
  })

  it('has no value that a caller could change for others: the same object is returned', () => {
    const { engine }: { engine: Engine } = openFiles({ a: 'one' })
    expect(engine.read(WORDS, 'a')).toBe(engine.read(WORDS, 'a'))
  })
})
