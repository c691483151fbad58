/** Raw HTML of users: the framework's marks in it have no effect, and texts stay. */
import { expect, test } from 'vitest'
import { ssrForeign } from '../../../../runtime/src/solid/islands/ssr-foreign.ts'
import { disableMarks } from '../../../../runtime/src/solid/render/disable-marks.ts'

test.each([
  ['<a data-hk="i0-00">x</a>', '<a data-h&#107;="i0-00">x</a>'],
  ['<a DATA-HK=i0-00>x</a>', '<a DATA-H&#75;=i0-00>x</a>'],
  ['<p title="data-hk">data-hk</p>', '<p title="data-h&#107;">data-h&#107;</p>'],
  ['<template id="pl-0"></template>', '<template id="p&#108;-0"></template>'],
  ['<!--pl-0--><!--fw-live cart-->', '<!--p&#108;-0--><!--fw-liv&#101; cart-->'],
  ['<b title="<!--!$00--><!--xs--></head>"></b>', '<b title="<!--!&#36;00--><!--x&#115;--></hea&#100;>"></b>'],
  ['<header></header><!--$--><!--/-->', '<header></header><!--$--><!--/-->'],
  ['<fw-island i="0"></fw-island>', '<f&#119;-island i="0"></f&#119;-island>'],
  ['<input name="fw:tool"><button NAME = fw:tool>', '<input name="fw_tool"><button NAME = fw_tool>'],
  ['<input name="&#102;w:tool">', '<input nam&#101;="&#102;w:tool">'],
  ['<input name=f&#x77;:tool>', '<input nam&#101;=f&#x77;:tool>'],
  ["<input NAME\n=\t'FW&colon;tool'>", "<input NAM&#69;\n=\t'FW&colon;tool'>"],
  ['<code>&lt;input name=&quot;mail&quot;&gt;</code>', '<code>&lt;input nam&#101;=&quot;mail&quot;&gt;</code>'],
  ['<input name="a&amp;b"><input name=fwd>', '<input name="a&amp;b"><input name=fwd>'],
  ['<input form="give"><button FORM = give>', '<input for&#109;="give"><button FOR&#77; = give>'],
  ['<img alt=""form=give><input/form=give>', '<img alt=""for&#109;=give><input/for&#109;=give>'],
  ["<a title=' action='form=give>", "<a title=' action='for&#109;=give>"],
  ['<button formaction="/_fw/approve">', '<button formactio&#110;="/_fw/approve">'],
  ['<form action="/_fw/approve">', '<form actio&#110;="/_fw/approve">'],
  ['<form action= ..//_FW/reject>', '<form actio&#110;= ..//_FW/reject>'],
  ['<form action=" /_fw/x"><form action="/search">', '<form actio&#110;=" /_fw/x"><form action="/search">'],
  ['<code>let form = 1</code>', '<code>let for&#109; = 1</code>'],
  ['<form data-form="a" class="form">a form</form>', '<form data-form="a" class="form">a form</form>'],
  ['<p id="fw-x" data-slot="a">pl-0 fw:tool fw-island</p>', '<p id="fw-x" data-slot="a">pl-0 fw:tool fw-island</p>'],
])('%s', (html, disabled) => {
  expect(disableMarks(html)).toBe(disabled)
  expect(disableMarks(disabled)).toBe(disabled)
})

test.each(['<!--pl-->', '<!--<fw-->', '<!--</fw--!>', '<!--<template id="pl-->', '<!--name=fw:->', '<!--xs-->'])(
  'the comment %s ends where it ended',
  (comment) => {
    const html = `${comment}<b title="--><img src=x>">`
    const shown = (text: string) => text.replace(/<!--.*?--!?>/s, '')
    expect(shown(disableMarks(html))).toBe(shown(html))
  },
)

test('functions and lists of HTML, and other values', () => {
  const read = disableMarks(() => ['<i data-hk>', 1, undefined]) as () => unknown
  expect(read()).toEqual(['<i data-h&#107;>', 1, undefined])
})

test('what a component of another library renders', () => {
  const facts = { id: 'chunk#Words', name: 'Words', library: 'React', isIsland: false }
  const Words = ssrForeign({ ...facts, render: ({ html }) => `${html}` })
  expect(Words({ html: '<a data-hk="i0-00">x</a>' })).toEqual({ t: '<a data-h&#107;="i0-00">x</a>' })
  const own = '<form id="a" action="/search"></form><button form="a" formaction="/find">Find</button>'
  expect(Words({ html: own })).toEqual({ t: own })
})
