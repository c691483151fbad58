/** Pages that never show a document are in no list of pages. */
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadBuild } from '../../../compiler/src/build/load-build.ts'
import { type StaticTestApp, staticApp } from '../static/static-app.ts'
import { buildApp } from './app-copy.ts'

/** Route file -> its source. Those whose name begins with `page` show a document at least sometimes. */
const ROUTES: Readonly<Record<string, string>> = {
  'page-plain.tsx': 'export default () => <p>page</p>',
  'page-sometimes.tsx': `import { notFound } from '@fw/runtime'
export default function Page({ search }) { if (search.has('x')) notFound(); return <p>page</p> }`,
  'page-either.tsx': `export default ({ search }) => search.has('x') ? new Response('x') : <p>page</p>`,
  'page-own-name.tsx': `const notFound = () => <p>page</p>
export default () => notFound()`,
  'page-callback.tsx': `export default function Page() { const make = () => { return new Response('x') }; make(); return <p>page</p> }`,
  // A browser loads its module for the island.
  'page-awaits.tsx': `import { Label } from '../components/label.tsx'
export const label = (count: number) => \`page \${count}\`
export default async function Page() { return <p>{await Promise.resolve('page')} <Label /></p> }`,
  'other-json.ts': `export default () => Response.json({ ok: true })`,
  'other-new.ts': `export default async function Page() { const text = await Promise.resolve('x'); return new Response(text) }`,
  'other-branches.ts': `export default ({ search }: { search: URLSearchParams }) => {
  if (search.has('x')) return new Response('x')
  return search.has('y') ? Response.redirect('https://other.example') : new Response('z')
}`,
  'other-missing.tsx': `import { notFound as nothing } from '@fw/runtime'
export default function Page() { nothing() }`,
  'other-moved.tsx': `import { redirect } from '@fw/runtime'
const Page = () => redirect('/page-plain')
export default Page`,
}

const ISLAND = `import { createSignal } from 'solid-js'
import { label } from '../routes/page-awaits.tsx'
export function Label() {
  const [count, setCount] = createSignal(1)
  return <button onClick={() => setCount(count() + 1)}>{label(count())}</button>
}
`

let app: StaticTestApp
let fetchApp: (path: string) => Promise<string>
beforeAll(async () => {
  const routes = Object.entries(ROUTES).map(([file, text]) => [`src/routes/${file}`, `${text}\n`])
  app = staticApp({ ...Object.fromEntries(routes), 'src/components/label.tsx': ISLAND })
  writeFileSync(
    app.path('fw.config.ts'),
    `export default { title: 'Pages', siteUrl: 'https://site.example', llmsTxt: {} }\n`,
  )
  const outcome = await buildApp(app.root)
  if (!outcome.ok) throw new Error(outcome.log)
  const { server } = await loadBuild(app.root)
  const made = server.createApp({ data: 'memory' }) as { fetch(request: Request): Promise<Response> }
  fetchApp = async (path) => (await made.fetch(new Request(`https://site.example${path}`))).text()
})
afterAll(() => app.remove())

const shown = Object.keys(ROUTES)
  .filter((file) => file.startsWith('page'))
  .map((file) => `/${file.replace(/\.tsx?$/, '')}`)
  .sort()

test('the sitemap lists pages that render a document', async () => {
  const listed = [...(await fetchApp('/sitemap.xml')).matchAll(/<loc>https:\/\/site\.example(.*?)<\/loc>/g)]
  expect(listed.map(([, path]) => path).sort()).toEqual(shown)
})

test('llms.txt lists them', async () => {
  const listed = [...(await fetchApp('/llms.txt')).matchAll(/\(https:\/\/site\.example(.*?)\.md\)/g)]
  expect(listed.map(([, path]) => path).sort()).toEqual(shown)
})

test('the others still respond', async () => {
  expect(await fetchApp('/other-json')).toBe('{"ok":true}')
})
