import { expect, it } from 'vitest'
import { check } from '../../../compiler/src/index.ts'
import { temporaryApp } from '../temporary-app.ts'

/** Returns the findings for the page `/<index>` of each row, without the reasons. */
async function found(
  rows: readonly (readonly [page: string, ...unknown[]])[],
  files: Readonly<Record<string, string>> = {},
): Promise<readonly (readonly string[])[]> {
  const pages = rows.map(([code], index) => [`src/routes/page-${index}.tsx`, code] as const)
  const { diagnostics } = await check(temporaryApp({ ...files, ...Object.fromEntries(pages) }))
  return pages.map(([file]) =>
    diagnostics
      .filter(({ span }) => span?.file === file)
      .map(
        ({ code, message }) => `${code}: ${message.replace(/(?:, (?:and functions|which)| never| is never).*$/s, '')}`,
      ),
  )
}

const ISLANDS = {
  'src/server/shop.api.ts': `import { api } from '@fw/runtime'
export const list = api({ description: 'Lists what the shop sells.', guard: 'auto', run: () => [] as string[] })
`,
  'src/components/counter.tsx': `import { createSignal } from 'solid-js'
export function Counter(props: any) {
  const [count, setCount] = createSignal(0)
  return <button onClick={() => setCount(count() + 1)}>{props.children}</button>
}
export default Counter
export const Plain = (props: any) => <p>{props.format?.(1)}</p>
`,
  'src/components/board.tsx': `import { intent } from '@fw/runtime'
import { Counter } from './counter.tsx'
export function Board() {
  const add = intent('add', { description: 'Puts one more piece on the board.', run: async () => 1 })
  return <Counter onAdd={add} onUndo={() => add()} />
}
`,
  'src/values.ts': `export const format = (count: number) => String(count)
export function double(count: number) { return count * 2 }
export class Money {}
export const price = new Money()
export const options = { unit: 'pieces', plural: { of: () => 'pieces' } }
export const plain = { unit: 'pieces', at: new Date(0), sizes: [1, 2] }
export default () => 1
`,
}

const page = (element: string, head = '') => `import { Counter, Plain } from '../components/counter.tsx'
${head}
export default function Page(props: any) {
  return (
    <>
      ${element}
    </>
  )
}
`

it('finds functions and instances in the props of an island, however they are passed', async () => {
  const says = (prop: string, what: string) => `island-prop: The prop "${prop}" of the island <Counter> is ${what}`
  const rows = [
    [page('<Counter format={() => 1} />'), [says('format', 'a function')]],
    [page('<Counter {...{ format: () => 1, unit: 1 }} />'), [says('format', 'a function')]],
    [page('<Counter {...all} />', 'const all = { format() { return 1 }, unit: 1 }'), [says('format', 'a function')]],
    [page('<Counter {...(props.on && { format: () => 1 })} />'), [says('format', 'a function')]],
    [page('<Counter format={format} />', 'const format = () => 1'), [says('format', 'a function')]],
    [
      page('<Counter format={again} />', 'const format = () => 1\nconst again = format'),
      [says('format', 'a function')],
    ],
    [page('<Counter format={Format} />', 'class Format {}'), [says('format', 'a function')]],
    [page('<Counter format={props.on ? undefined : () => 1} />'), [says('format', 'a function')]],
    [page('<Counter format={props.format ?? ((count: number) => count)} />'), [says('format', 'a function')]],
    [page('<Counter format={console.log.bind(console)} />'), [says('format', 'a function')]],
    [page('<Counter options={{ plural: { of: () => 1 } }} />'), [says('options.plural.of', 'a function')]],
    [page('<Counter steps={[1, () => 1]} />'), [says('steps[1]', 'a function')]],
    [page('<Counter>{(count: number) => <b>{count}</b>}</Counter>'), [says('children', 'a function')]],
    [page('<Counter format={format} />', "import { format } from '../values.ts'"), [says('format', 'a function')]],
    [page('<Counter format={by} />', "import { double as by } from '../values.ts'"), [says('format', 'a function')]],
    [page('<Counter format={by} />', "import by from '../values.ts'"), [says('format', 'a function')]],
    [
      page('<Counter options={options} />', "import { options } from '../values.ts'"),
      [says('options.plural.of', 'a function')],
    ],
    [
      page('<Counter price={price} />', "import { price } from '../values.ts'"),
      [says('price', 'an instance of Money')],
    ],
    [page('<Counter later={new Promise(() => {})} />'), [says('later', 'an instance of Promise')]],
    [
      page("<Counter key={Symbol.for('a')} other={Symbol.iterator} />"),
      [says('key', 'a symbol'), says('other', 'a symbol')],
    ],
    [page('<Counter list={list} />', "import { list } from '../server/shop.api.ts'"), [says('list', 'an api')]],
    [page('<Counter parts={{ icon: <b>1</b> }} />'), [says('parts.icon', 'markup inside an object')]],
  ] as const
  expect(await found(rows, ISLANDS)).toEqual(rows.map(([, said]) => said))
})

it('ignores data, markup, and values that only the server knows', async () => {
  const rows = [
    [page('<Counter start={1} at={new Date()} tags={new Set(["a"])} url={new URL("https://x.y")} />')],
    [page('<Counter icon={<b>1</b>} icons={[<b>1</b>, props.on && <b>2</b>]}><b>1</b></Counter>')],
    [page('<Counter {...props} value={props.value} children={props.children} />')],
    [page('<Counter plain={plain} {...plain} />', "import { plain } from '../values.ts'")],
    [page('<Counter {...{ format: () => 1 }} format="x" />')],
    [page('<Counter client:visible total={((items: number[]) => items.length)([1])} />')],
    [page('<Plain format={(count: number) => count} />')],
    [page('<Counter a={a} />', 'const a = b\nconst b = a')],
    [page('{[1].map((format) => <Counter format={format} />)}', "import { format } from '../values.ts'\nformat(1)")],
    [
      page(
        '{[{ format: 1 }].map(({ format }) => <Counter format={format} />)}',
        "import { format } from '../values.ts'\nformat(1)",
      ),
    ],
    [page('<Counter>{() => <b>1</b>}</Counter>')],
    // Inside an island its intents go from component to component.
    ["import { Board } from '../components/board.tsx'\nexport default () => <Board />\n"],
  ] as const
  expect(await found(rows, ISLANDS)).toEqual(rows.map(() => []))
})

it('finds code in a page that needs a browser, and nothing else', async () => {
  const one = (element: string, head = '') => `${head}\nexport default () => ${element}\n`
  const DYNAMIC = "import { Dynamic } from 'solid-js/web'\n"
  const WEB = "import * as web from 'solid-js/web'\n"
  const GO = 'const go = () => 1\n'
  const IMPORTED_GO = "import { format as go } from '../values.ts'\n"
  const body = (code: string, head: string) =>
    `${head}\nexport default function Page() {\n  ${code}\n  return <p>1</p>\n}\n`
  const rows = [
    [one('<button onClick={() => 1}>1</button>'), ['page-code: "onClick"']],
    [one('<button onclick={() => 1}>1</button>'), ['page-code: "onclick"']],
    [one('<button on:click={() => 1}>1</button>'), ['page-code: "on:click"']],
    [one('<button oncapture:click={() => 1}>1</button>'), ['page-code: "oncapture:click"']],
    [one('<button {...{ onClick: () => 1, title: "1" }}>1</button>'), ['page-code: "onClick"']],
    [one('<p ref={(p) => p}>1</p>'), ['page-code: "ref"']],
    [one('<p use:tip={1}>1</p>'), ['page-code: "use:tip"']],
    [body('solid.createSignal(1)', "import * as solid from 'solid-js'"), ['page-code: solid.createSignal']],
    [body('signal(1)', "import { createSignal as signal } from 'solid-js'"), ['page-code: signal']],
    [body('onMount(() => {})', "import { onMount } from 'solid-js'"), ['page-code: onMount']],
    [`${one('<Row />')}const Row = () => <button onClick={() => 1}>1</button>\n`, ['page-code: "onClick"']],
    [one('<Dynamic component="b" onClick={() => 1} />', DYNAMIC), ['page-code: "onClick"']],
    [one('<web.Dynamic component="b" {...{ onClick: go }} />', `${GO}${WEB}`), ['page-code: "onClick"']],
    [one('<Dynamic component="b" onClick={go} />', `${IMPORTED_GO}${DYNAMIC}`), ['page-code: "onClick"']],
    [one('<Dynamic component={go} title="1" />', `${GO}${DYNAMIC}`), []],
    [one('<Plain onClick={() => 1} />', "import { Plain } from '../components/counter.tsx'"), []],
    [one('<button onclick="go()" {...{ onclick: "go()" }}>1</button>'), []],
    [one('<form action="/page-0" class="a" style={{ color: "red" }}>1</form>'), []],
    [body('createMemo(() => 1)', "import { createMemo } from 'solid-js'"), []],
    [body('createSignal(1)', 'const createSignal = (one: number) => one'), []],
    [body('untrack(() => 1)', "import { untrack, type Signal } from 'solid-js'\nexport type S = Signal<1>"), []],
  ] as const
  expect(await found(rows, ISLANDS)).toEqual(rows.map(([, said]) => said))
})

it('finds values that HTML does not have, in pages and static components', async () => {
  const one = (element: string, head = '') => `${head}\nexport default (props: { kind: string }) => ${element}\n`
  const files = {
    'src/components/choice.tsx': `import { createSignal } from 'solid-js'
const Part = (props: { value: string }) => <select value={props.value} />
export function Choice() {
  const [value, setValue] = createSignal('a')
  return <select value={value()} onChange={(event) => setValue(event.currentTarget.value)}><Part value={value()} /></select>
}
`,
    'src/components/fixed.tsx': 'export const Fixed = (props: { text?: string }) => <textarea value={props.text} />\n',
  }
  const rows = [
    [one('<select value={props.kind} />'), ['ignored-value: HTML has no value of a <select>']],
    [one('<textarea prop:value="1" />'), ['ignored-value: HTML has no value of a <textarea>']],
    [one('<p><input value="1" /><option value="1" /><select name="a" /><textarea {...props} /></p>'), []],
    [one('<Choice />', "import { Choice } from '../components/choice.tsx'"), []],
    [one('<Fixed />', "import { Fixed } from '../components/fixed.tsx'"), []],
  ] as const
  const said = await found(rows, files)
  expect(said.map((all) => all.map((message) => message.replace(/, so .*/s, '')))).toEqual(rows.map(([, one]) => one))
  const { diagnostics } = await check(
    temporaryApp({ ...files, 'src/routes/index.tsx': rows[3][0] + rows[4][0].replace('default', 'const x =') }),
  )
  expect(diagnostics.filter(({ code }) => code === 'ignored-value').map(({ span }) => span?.file)).toEqual([
    'src/components/fixed.tsx',
  ])
})
