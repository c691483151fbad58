import { afterAll, expect, it } from 'vitest'
import { applyFixes, createChecker } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const PAGE = 'src/routes/index.tsx'

// One app for all of them, one after the other: its program is opened once.
const app = temporaryApp({}, afterAll)
const checker = createChecker(app)
afterAll(checker.close)

async function check(jsx: string, before = '') {
  const text = `import { escapeJson, TEA } from '../tea.ts'\n\nconst NAME = 'Assam'\n${before}\nexport default function Page() {\n  const json = JSON.stringify({ tea: TEA })\n  return <main title={json + escapeJson(NAME)}>${jsx}</main>\n}\n`
  app.write(
    'src/tea.ts',
    "export const TEA = { name: 'Assam' }\nexport const escapeJson = (value: unknown) => String(value)\n",
  )
  app.write(PAGE, text)
  checker.invalidate([PAGE, 'src/tea.ts'])
  const { diagnostics } = await checker.check()
  return { text, found: diagnostics.filter(({ code }) => code === 'unescaped-json') }
}

it.each([
  ['a child', '<script type="application/ld+json">{JSON.stringify(TEA)}</script>', 'JSON.stringify(TEA)'],
  [
    'a part of a text',
    `<script>{\`window.tea = \${JSON.stringify(TEA, null, 2)}\`}</script>`,
    'JSON.stringify(TEA, null, 2)',
  ],
  ['a sum', "<script>{'let tea = ' + JSON.stringify([TEA])}</script>", 'JSON.stringify([TEA])'],
  ['a condition', "<script>{TEA ? JSON.stringify(TEA) : 'null'}</script>", 'JSON.stringify(TEA)'],
  ['innerHTML', '<script type="application/json" innerHTML={JSON.stringify(TEA)} />', 'JSON.stringify(TEA)'],
  ['a variable', '<script type="application/json">{json}</script>', 'JSON.stringify({ tea: TEA })'],
  ['a constant', '<script>{ALL}</script>', 'JSON.stringify({ TEA })', 'const ALL = JSON.stringify({ TEA })'],
  [
    'a literal with a tag',
    "<script>{JSON.stringify({ a: '</script>' })}</script>",
    "JSON.stringify({ a: '</script>' })",
  ],
])('reports JSON in a script element: %s', async (_title, jsx, call, before = '') => {
  const { text, found } = await check(jsx, before)
  expect(found.map(({ span }) => text.slice(span?.start, span?.end))).toEqual([call])
  const { texts } = applyFixes(found, checker.textOf)
  const fixed = texts.get(PAGE) ?? ''
  expect(fixed).toBe(text.replace(call, () => `${call}.replaceAll('<', '\\\\u003c')`))
  checker.edit(PAGE, fixed)
  expect((await checker.check()).diagnostics.filter(({ code }) => code === 'unescaped-json')).toEqual([])
})

it('reports it in the property of React', async () => {
  const text =
    'export default function Stars(props: { tea: { name: string } }) {\n  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(props.tea) }} />\n}\n'
  app.write('src/components/stars.react.tsx', text)
  app.write(
    PAGE,
    "import Stars from '../components/stars.react.tsx'\n\nexport default () => <Stars tea={{ name: 'Assam' }} />\n",
  )
  checker.invalidate([PAGE, 'src/components/stars.react.tsx'])
  const { diagnostics } = await checker.check()
  const [found] = diagnostics.filter(({ code }) => code === 'unescaped-json')
  expect(text.slice(found?.span?.start, found?.span?.end)).toBe('JSON.stringify(props.tea)')
  app.write('src/components/stars.react.tsx', undefined)
  checker.invalidate(['src/components/stars.react.tsx'])
})

it.each([
  ['other elements', '<p>{JSON.stringify(TEA)}</p>'],
  ['attributes', '<script data-tea={JSON.stringify(TEA)} />'],
  ['escaped JSON', "<script>{JSON.stringify(TEA).replaceAll('<', '\\\\u003c')}</script>"],
  ['JSON that a function returns', '<script>{escapeJson(JSON.stringify(TEA))}</script>'],
  ['literals', '<script>{JSON.stringify({ name: NAME, at: [1, true, null] })}</script>'],
  ['other text', `<script>{\`let name = \${NAME}\`}</script>`],
  [
    'a component',
    '<Script>{JSON.stringify(TEA)}</Script>',
    'const Script = (props: { children: string }) => <b>{props.children}</b>',
  ],
])('does not report %s', async (_title, jsx, before = '') => {
  expect((await check(jsx, before)).found).toEqual([])
})
