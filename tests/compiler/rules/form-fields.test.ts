import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyFixes, check, type Diagnostic } from '../../../compiler/src/index.ts'
import { temporaryApp } from '../temporary-app.ts'

const APIS = `import { api, bool, type Call, int, list, obj, schema, str } from '@fw/runtime'
import { outside } from './outside.ts'
export interface Order {
  tea: string
  cups: number
  gift: boolean
  note?: string
  tags: string[]
  /** @default 1 */
  table: number
  address: { street: string; city?: string }
  items: { sku: string; qty: number }[]
  photo?: { name: string; type: string; bytes: Uint8Array }
  'odd.key'?: string
}
const place = obj({ street: str(), city: str().optional() })
const rows = list({ sku: str(), qty: int() }, { min: 1 })
type Pay = { by: 'card'; number: string } | { by: 'cash'; change: number }
export const typed = api({ description: 'a', run: ({ input }: Call<Order>) => input.tea })
export const built = api({
  description: 'a',
  input: schema({
    tea: str({ min: 1 }), cups: int().default(1), gift: bool(), note: str().optional().describe('x'),
    address: place, items: rows, other: outside, size: str().nullable(),
  }),
  run: ({ input }) => input.tea,
})
export const pay = api({ description: 'a', run: ({ input }: Call<Pay>) => input.by })
export const map = api({ description: 'a', run: ({ input }: Call<{ [slug: string]: number }>) => Object.keys(input) })
export const one = api({ description: 'a', run: ({ input }: Call<{ tea: string; cups: number }>) => input.tea })
export const upload = api({ description: 'a', run: ({ input }: Call<{ photo: { name: string; type: string; bytes: Uint8Array } }>) => input.photo.name })
export const nothing = api({ description: 'a', run: () => 1 })
export const foreign = api({ description: 'a', input: outside, run: () => 1 })
`

const TEA = '<input name="tea" />'
const ALL = `${TEA}<input name="cups" />`
/** Returns the findings in a module with a component: code, column and the quoted words. */
const CASES: readonly (readonly [title: string, markup: string, found: readonly string[], before?: string])[] = [
  [
    'every way to spell a path',
    '<form action={typed}><input name="tea" /><select name={"cups"}><option>1</option></select><textarea name={`address.street`} /><input name="items[0].sku" /><input name="items[0].qty" /><input name="odd.key" /><input name="tags[]" /><input name="tags" /><input type="file" name="photo" /><input name="_charset_" type="hidden" /></form>',
    [],
  ],
  ['a misspelled name', `<form action={one}>${TEA}<textarea name="cpus" /></form>`, ['unknown one cpus cups']],
  [
    'a misspelled part',
    '<form action={typed}><input name="tea" /><input name="cups" /><input name="address.stret" /></form>',
    ['unknown typed address.stret address.street'],
  ],
  [
    'a row, with an index from code',
    '<form action={typed}>{[1].map((n) => <input name={`items[$'.concat('{n}].quty`} />)}{built()}</form>'),
    ['unknown typed items[0].quty items[0].qty'],
  ],
  ['a member of a value', `<form action={one}>${ALL}<input name="tea.leaf" /></form>`, ['unknown one tea.leaf']],
  [
    'a text for what has members',
    '<form action={typed}><input name="address" />{extra()}</form>',
    ['part typed address address.street'],
  ],
  ['a text for rows', '<form action={built}><input name="items" />{extra()}</form>', ['part built items items[0].sku']],
  [
    'a name without a matching field',
    '<form action={nothing}><button name="go" value="1">Go</button></form>',
    ['unknown nothing go'],
  ],
  [
    'names of a builder',
    '<form action={built}><input name="tee" /><input name="adress.street" />{extra()}</form>',
    ['unknown built tee tea', 'unknown built adress.street address.street'],
  ],
  [
    'a form of useForm',
    `<form action={form}>${TEA}<input name="cup" /></form>`,
    ['unknown one cup cups'],
    'const form = useForm(one)',
  ],
  [
    'an alias, and a name of a module',
    `<form action={form}>${TEA}<input name="cup" /></form>`,
    ['unknown one cup cups'],
    'const own = shop.one\n  const form = useForm(own)',
  ],
  [
    'the nearest of two constants',
    `<form action={form}>${TEA}</form>`,
    ['missing one cups'],
    'const other = () => { const form = useForm(typed); return form }\n  const form = useForm(one)',
  ],
  [
    'fields that are not sent',
    `<form action={one}>${ALL}<button type="button" name="a">A</button><input type="reset" name="b" /><input disabled name="c" /><input form="x" name="d" /></form>`,
    [],
  ],
  [
    'a field elsewhere that names the form',
    `<><form id="f" action={one}>${TEA}</form><input form="f" name="cup" /></>`,
    ['unknown one cup cups'],
  ],
  ['a choice', '<form action={pay}><input name="by" /><input name="number" /><input name="change" /></form>', []],
  ['any name', '<form action={map}><input name="assam" /></form>', []],
  ['a member that is built elsewhere', '<form action={built}><input name="other.anything[0]" />{extra()}</form>', []],

  [
    'what is required',
    '<form action={typed}><input name="note" /><button>Go</button></form>',
    ['missing typed tea cups address.street'],
  ],
  [
    'what is required of a builder',
    '<form action={built}><input name="note" /></form>',
    ['missing built tea address.street items size'],
  ],
  ['a file that is required', '<form action={upload}><button>Go</button></form>', ['missing upload photo']],
  [
    'what is required of a row',
    `<form action={typed}>${ALL}<input name="address.street" /><input name="items[2].sku" /></form>`,
    ['missing typed items[0].qty'],
  ],
  ['required members of an optional part that is present', `<form action={one}>${TEA}</form>`, ['missing one cups']],
  [
    'fields in parts that are shown at times',
    `<form action={one}><Show when={is()} fallback={<p>no</p>}>${TEA}</Show>{is() ? <input name="cups" /> : null}</form>`,
    [],
  ],
  [
    'typed names',
    '<form action={form}><input {...form.field("tea")} /><input name={form.field("cups").name} /></form>',
    [],
    'const form = useForm(one)',
  ],
  [
    'texts',
    `<form action={form}>${TEA}{form.error()}{is() ? 'a' : 'b'}{one.length.toFixed(2)}{is() && <b>c</b>}</form>`,
    ['missing one cups'],
    'const form = useForm(one)',
  ],

  ['a component', `<form action={one}>${TEA}<Fields /></form>`, []],
  ['children and slots', `<><form action={one}>{props.children}</form><form action={one}>{props.more}</form></>`, []],
  ['the result of a function', '<form action={one}>{extra()}</form>', []],
  ['a spread', '<form action={one}><input {...props} /></form>', []],
  ['a spread into a box', '<form action={one}><div {...props} /></form>', []],
  ['a name from code', '<form action={one}><input name={props.name} /></form>', []],
  ['an element of the page itself', '<form action={one}><tea-field name="tee" /></form>', []],
  [
    'a button with an address of its own',
    '<form action={one}><input name="tee" /><button formaction="/x">X</button></form>',
    [],
  ],
  ['an action that is handed in', '<form action={props.one}><input name="tee" /></form>', []],
  ['an action that a parameter hides', '<>{[1].map((one) => <form action={one}><input name="tee" /></form>)}</>', []],
  ['a form without an api', '<form action="/search"><input name="tee" /></form>', []],
  ['an input that is built elsewhere', '<form action={foreign}><input name="tee" /></form>', []],
]

const module = (markup: string, before = '') => `import { useForm } from '@fw/runtime'
import { Show } from 'solid-js'
import { Fields } from '../fields.tsx'
import { built, foreign, map, nothing, one, pay, typed, upload } from '../server/shop.api.ts'
import * as shop from '../server/shop.api.ts'
export const used = [useForm, Show, Fields, built, foreign, map, nothing, one, pay, typed, upload, shop]
const extra = () => null
const is = () => true
export default function Page(props) {
  ${before}
  return ${markup}
}
`
const fileOf = (index: number) => `src/routes/case-${index}.tsx`

let all: readonly Diagnostic[]
// One app for all of them: its program is opened once.
beforeAll(async () => {
  const app = temporaryApp(
    {
      'src/server/shop.api.ts': APIS,
      'src/server/outside.ts': "import { str } from '@fw/runtime'\nexport const outside = str()\n",
      'src/fields.tsx': 'export const Fields = () => <input name="cups" />\n',
      'src/routes/react.react.tsx': `import { one } from '../server/shop.api.ts'\nexport default () => <form action={one}><input name="tee" /></form>\n`,
      ...Object.fromEntries(CASES.map(([, markup, , before], index) => [fileOf(index), module(markup, before)])),
    },
    afterAll,
  )
  const { diagnostics } = await check(app)
  all = diagnostics.filter(({ code }) => code.endsWith('-form-field'))
}, 60_000)

const words = (message: string) => [...message.matchAll(/"([^"]+)"/g)].map(([, word]) => word ?? '')
const summary = ({ code, message }: Diagnostic): string => {
  const [name = '', tool = '', ...rest] = words(message)
  if (code === 'missing-form-field') {
    const [required = '', ...names] = words(message).reverse()
    return ['missing', required.replace('api.shop.', ''), ...names.reverse()].join(' ')
  }
  const isPart = message.includes('has members')
  const near = isPart || message.includes('Did you mean') ? rest : []
  return [isPart ? 'part' : 'unknown', tool.replace('api.shop.', ''), name, ...near].join(' ')
}

it.each(CASES.map(([title, , found], index) => [title, found, index] as const))('%s', (_, found, index) => {
  expect(all.filter(({ span }) => span?.file === fileOf(index)).map(summary)).toEqual(found)
})

it('forms that React renders are ignored', () => {
  expect(all.filter(({ span }) => span?.file.includes('react'))).toEqual([])
})

it('shows the positions of members without a field, for every way to declare them', () => {
  const texts: Readonly<Record<string, string>> = { 'src/server/shop.api.ts': APIS }
  const places = (title: string) => {
    const index = CASES.findIndex(([one]) => one === title)
    const [found] = all.filter(({ span }) => span?.file === fileOf(index))
    return found?.related?.map(({ span }) => span && texts[span.file]?.slice(span.start, span.end))
  }
  expect(places('what is required')).toEqual(['tea', 'cups', 'street'])
  expect(places('what is required of a builder')).toEqual(['tea', 'street', 'items', 'size'])
  expect(places('what is required of a row')).toEqual(['qty'])
  // Of an unknown name the api itself.
  expect(places('a misspelled name')).toEqual(['one'])
})

it('--fix writes the intended name, and leaves computed names', () => {
  const { texts } = applyFixes(all, (file) => {
    const index = CASES.findIndex((_, at) => fileOf(at) === file)
    const [, markup = '', , before] = CASES[index] ?? []
    return module(markup, before)
  })
  const fixed = (title: string) => texts.get(fileOf(CASES.findIndex(([one]) => one === title)))
  expect(fixed('a misspelled part')).toContain('name="address.street"')
  expect(fixed('a misspelled name')).toContain('name="cups"')
  expect(fixed('a row, with an index from code')).toBe(undefined)
})
