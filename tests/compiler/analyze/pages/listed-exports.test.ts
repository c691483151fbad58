// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows hold source text.
import { describe, expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import type { RouteModel } from '../../../../compiler/src/model.ts'
import { temporaryApp } from '../../temporary-app.ts'

async function readRoute(text: string, file = 'index.tsx'): Promise<Pick<RouteModel, 'meta' | 'noStaticParams'>> {
  const page = `${text}\nexport default function Page() {\n  return <p>Text</p>\n}\n`
  const { model } = await check(
    temporaryApp({ [`src/routes/${file}`]: page, 'src/other.ts': "export const title = 'Other'\n" }),
  )
  const [route] = model.routes
  if (route === undefined) throw new Error('The app has no route.')
  return route
}

const readMeta = async (text: string) => (await readRoute(text)).meta

const PLAIN = { title: 'Tides', description: 'High and low.' }

describe('the metadata of a page for lists', () => {
  it.each<[string, string, RouteModel['meta']]>([
    ['a page without metadata', '', {}],
    ['an object', "export const meta = { title: 'Tides', description: 'High and low.' }", PLAIN],
    [
      'a type around it',
      "import type { PageMeta } from '@fw/runtime'\nexport const meta = ({ title: 'Tides', description: 'High and low.' } as const) satisfies PageMeta",
      PLAIN,
    ],
    [
      'escape sequences',
      String.raw`export const meta = { title: 'It\'s \u00e9 \u{1f30a}\n"a\\b" \x3c/script>' }`,
      { title: 'It\'s é 🌊\n"a\\b" </script>' },
    ],
    [
      'a template without holes',
      'export const meta = { title: `Tides\n\\`of\\` \\${today}` }',
      { title: 'Tides\n`of` ${today}' },
    ],
    [
      'a template with constants',
      "const PLACE = 'harbour'\nexport const meta = { title: `Tides: ${PLACE}` }",
      { title: 'Tides: harbour' },
    ],
    [
      'quoted names and a shorthand',
      "const title = 'Tides'\nexport const meta = { title, 'description': 'High ' + 'and low.' }",
      PLAIN,
    ],
    [
      'the last of two fields',
      "// @ts-expect-error twice\nexport const meta = { title: 'Old', title: 'Tides' }",
      { title: 'Tides' },
    ],
    ['fields that are not set', "export const meta = { title: undefined, description: '' }", { description: '' }],
    [
      'other fields that run code',
      "export const meta = { title: 'Tides', og: { type: String(1) }, jsonLd: [new Date()] }",
      { title: 'Tides' },
    ],
    [
      'directives for robots',
      "export const meta = { title: 'Tides', robots: { index: false, maxSnippet: -1 } }",
      { title: 'Tides', robots: { index: false, maxSnippet: -1 } },
    ],
    ['a string for robots', "export const meta = { robots: 'noindex' }", { robots: 'noindex' }],
    [
      'a title that the page prints',
      "export const meta = { title: 'Tides' }\nexport const Head = () => <h1 meta={import.meta.url} title={`${meta.title}!`}><meta />{meta.title}</h1>",
      { title: 'Tides' },
    ],
    ['an exported function', "export function meta() {\n  return { title: 'Tides' }\n}", 'function'],
    ['a constant function', "export const meta = async () => ({ title: 'Tides' })", 'function'],
  ])('is read from %s', async (_, text, expected) => {
    expect(await readMeta(text)).toEqual(expected)
  })

  it.each([
    ['an import', "import { title } from '../other.ts'\nexport const meta = { title }"],
    ['a call', "export const meta = { title: String('Tides') }"],
    ['a template with a call', 'export const meta = { title: `Tides ${Date.now()}` }'],
    ['a condition', "export const meta = { title: Math.random() > 0.5 ? 'Tides' : 'Waves' }"],
    ['a spread', "const base = { title: 'Tides' }\nexport const meta = { title: 'Old', ...base }"],
    ['a computed name', "const name = 'title'\nexport const meta = { [name]: 'Tides' }"],
    ['a getter', "export const meta = { get title() { return 'Tides' } }"],
    ['a prototype', "export const meta = { __proto__: { title: 'Tides' } }"],
    ['another type', '// @ts-ignore no string\nexport const meta = { title: 5 }'],
    ['a variable', "export let meta = { title: 'Tides' }\nmeta = { title: 'Waves' }"],
    ['an object that is changed', "export const meta = { title: 'Tides' }\nmeta.title = 'Waves'"],
    [
      'an object that is changed elsewhere',
      "export const meta = { title: 'Tides' }\nObject.assign(meta, { title: 'Waves' })",
    ],
    [
      'an object that is changed by a destructuring',
      "export const meta = { title: 'Tides' };\n[meta.title] = ['Waves']",
    ],
    [
      'robots in a variable',
      "const robots = { index: true }\nrobots.index = false\nexport const meta = { title: 'Tides', robots }",
    ],
    ['an export list', "const meta = { title: 'Tides' }\nexport { meta }"],
    ['another module', "export * from '../meta.ts'"],
    ['a call for the whole', "export const meta = Object.freeze({ title: 'Tides' })"],
    [
      'a function that is replaced',
      "export function meta() {\n  return { title: 'Tides' }\n}\n// @ts-ignore\nmeta = { title: 'Waves' }",
    ],
  ])('is known only at run time for %s', async (_, text) => {
    expect(await readMeta(text)).toBeUndefined()
  })

  it('contains whether a page with parameters has no list of them', async () => {
    const meta = "export const meta = { title: 'Item' }\n"
    expect(await readRoute(meta, '[id].tsx')).toMatchObject({ meta: { title: 'Item' }, noStaticParams: true })
    const listed = await readRoute(`${meta}export const staticParams = [{ id: '1' }]\n`, '[id].tsx')
    expect(listed).toMatchObject({ meta: { title: 'Item' } })
    expect(listed).not.toHaveProperty('noStaticParams')
    expect(await readRoute("export * from '../params.ts'\n", '[id].tsx')).not.toHaveProperty('noStaticParams')
  })

  it('is not the metadata of a layout', async () => {
    expect((await readRoute("export const meta = { title: 'Site' }", '_layout.tsx')).meta).toBeUndefined()
  })
})
