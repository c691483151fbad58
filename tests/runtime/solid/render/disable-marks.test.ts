/** Raw HTML of users: the framework's marks in it have no effect, and texts stay. */
import { expect, test } from 'vitest'
import { ssrForeign } from '../../../../runtime/src/solid/islands/ssr-foreign.ts'
import { disableMarks } from '../../../../runtime/src/solid/render/disable-marks.ts'

test.each([
  ['<a data-hk="i0-00">x</a>', '<a data&#45;hk="i0-00">x</a>'],
  ['<a DATA-HK=i0-00>x</a>', '<a DATA&#45;HK=i0-00>x</a>'],
  ['<p title="data-hk">data-hk</p>', '<p title="data&#45;hk">data&#45;hk</p>'],
  ['<template id="pl-0"></template>', '<template id="pl&#45;0"></template>'],
  ['<!--pl-0--><!--fw-live cart-->', '<!--pl&#45;0--><!--fw&#45;live cart-->'],
  ['<fw-island i="0"></fw-island>', '<fw&#45;island i="0"></fw&#45;island>'],
  ['<input name="fw:tool"><button NAME = fw:tool>', '<input name="fw-tool"><button NAME = fw-tool>'],
  ['<p id="fw-x" data-slot="a">pl-0 fw:tool fw-island</p>', '<p id="fw-x" data-slot="a">pl-0 fw:tool fw-island</p>'],
])('%s', (html, disabled) => {
  expect(disableMarks(html)).toBe(disabled)
  expect(disableMarks(disabled)).toBe(disabled)
})

test('functions and lists of HTML, and other values', () => {
  const read = disableMarks(() => ['<i data-hk>', 1, undefined]) as () => unknown
  expect(read()).toEqual(['<i data&#45;hk>', 1, undefined])
})

test('what a component of another library renders', () => {
  const facts = { id: 'chunk#Words', name: 'Words', library: 'React', isIsland: false }
  const Words = ssrForeign({ ...facts, render: ({ html }) => `${html}` })
  expect(Words({ html: '<a data-hk="i0-00">x</a>' })).toEqual({ t: '<a data&#45;hk="i0-00">x</a>' })
})
