/** `set` of a store with data of an agent as its path. Solid's own `set` changes objects of the page and the server by some. */
import { createStore } from 'solid-js/store'
import { describe, expect, test } from 'vitest'
import { guardSet } from '../../../../runtime/src/solid/stores/guard-set.ts'

const createState = () => ({
  note: 'x',
  count: 1,
  at: new Date(0),
  none: null,
  tags: ['a'],
  lines: [{ qty: 1 }, { qty: 2 }],
})

function createGuarded() {
  const [state, set] = createStore(createState())
  return { state, set: guardSet(state, set) as unknown as (...path: readonly unknown[]) => void }
}

describe('a path of the state', () => {
  test.each([
    ['a member', ['note', 'y'], { note: 'y' }],
    ['a new member', ['other', 1], { other: 1 }],
    ['members', [{ note: 'y', count: 2 }], { note: 'y', count: 2 }],
    ['several names', [['note', 'count'], 0], { note: 0, count: 0 }],
    ['a function of the value', ['count', (count: number) => count + 1], { count: 2 }],
    ['an item', ['lines', 1, 'qty', 3], { lines: [{ qty: 1 }, { qty: 3 }] }],
    ['a new item', ['lines', 2, { qty: 3 }], { lines: [{ qty: 1 }, { qty: 2 }, { qty: 3 }] }],
    ['a range', ['lines', { from: 1 }, 'qty', 3], { lines: [{ qty: 1 }, { qty: 3 }] }],
    ['a whole range', ['lines', { from: 0, to: 1, by: 1 }, 'qty', 3], { lines: [{ qty: 3 }, { qty: 3 }] }],
    [
      'items by a function',
      ['lines', ({ qty }: { qty: number }) => qty > 1, 'qty', 3],
      { lines: [{ qty: 1 }, { qty: 3 }] },
    ],
    ['texts of a list', ['tags', () => true, 'b'], { tags: ['b'] }],
  ])('changes it: %s', (_name, path, changed) => {
    const { state, set } = createGuarded()
    set(...path)
    expect({ ...state }).toEqual({ ...createState(), ...changed })
  })
})

const OUTSIDE = [
  ['note', 'hasOwnProperty', 'call', { polluted: 1 }],
  ['note', 'trim', 'polluted', 1],
  ['count', 'toFixed', 'polluted', 1],
  ['constructor', 'polluted', 1],
  ['lines', 'constructor', 'prototype', { polluted: 1 }],
  ['__proto__', 'polluted', 1],
  ['lines', 'push', 'polluted', 1],
  ['lines', { from: 'push', to: 'push' }, 'polluted', 1],
  ['lines', { from: 0, to: 'push' }, 'qty', 1],
  ['lines', { by: 0 }, 'qty', 1],
  ['lines', { to: 1e15 }, 1],
  ['tags', { from: 0 }, 'trim', 'polluted', 1],
  ['tags', ['0', 'map'], 'polluted', 1],
  ['at', 'getTime', 'polluted', 1],
  ['toString', { polluted: 1 }],
] as const

test.each(OUTSIDE.map((path) => [path]))('a path out of the state is refused: %j', (path) => {
  const { state, set } = createGuarded()
  expect(() => set(...path)).toThrow("A store's set received a path out of its state.")
  expect({ ...state }).toEqual(createState())
})
