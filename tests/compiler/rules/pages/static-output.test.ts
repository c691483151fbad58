import { expect, it } from 'vitest'
import { check } from '../../../../compiler/src/index.ts'
import { temporaryApp } from '../../temporary-app.ts'

const STATIC = { 'fw.config.ts': "export default { output: 'static' }\n" }

/** Returns the findings for each file of a static app: the line, and the text at the position. */
async function found(files: Readonly<Record<string, string>>, codes = ['static-output']) {
  const { diagnostics } = await check(temporaryApp({ ...STATIC, ...files }))
  return diagnostics
    .filter(({ code }) => codes.includes(code))
    .map(({ span }) => {
      const text = span === undefined ? '' : (files[span.file] ?? '').slice(span.start, span.end)
      return [span?.file, text] as const
    })
}

async function readsIn(pages: readonly string[], others: Readonly<Record<string, string>> = {}) {
  const named = pages.map((code, index) => [`src/routes/page-${index}.tsx`, code] as const)
  const all = await found({ ...others, ...Object.fromEntries(named) })
  return named.map(([file, code]) => [code, ...all.flatMap(([at, text]) => (at === file ? [text] : []))])
}

it('finds reads of visitor data in a page, wherever they run', async () => {
  const rows = [
    ['export default ({ search }) => <p>{search}</p>', 'search'],
    ['export default function Page({ search: query }) { return <p /> }', 'search'],
    ['export default (props) => <p>{props.search.get("page")}</p>', 'search'],
    ['const Page = (props) => <p title={String(props.search)} />\nexport default Page', 'search'],
    ['export default async (props) => { await 1; const { search } = props; return <p /> }', 'search'],
    ['export default (props) => <p>{props.ctx.session?.name}</p>', 'session'],
    ['export default ({ ctx: { agent } }) => <p>{agent}</p>', 'agent'],
    ['export default function Page({ ctx }: any) { const who = ctx!.session; return <p>{who}</p> }', 'session'],
    ['export default ({ ctx }) => { try { return <p>{ctx.agent}</p> } catch { return <p /> } }', 'agent'],
    ['export default ({ ctx }) => <p>{ctx.session ? 1 : 2}{ctx.agent && 3}</p>', 'session', 'agent'],
    ['export default (props) => { const asked = props.ctx; if (asked.session) return <p />; return <b /> }', 'session'],
    ['function Page({ ctx }) { for (const one of ctx.session) {} return <p /> }\nexport { Page as default }'],
    ['export default ({ ctx }) => <><p>{(ctx as any).session}</p></>', 'session'],
  ]
  expect(await readsIn(rows.map(([code = '']) => code))).toEqual(rows)
})

it('finds nothing in code that may not run, and no other data', async () => {
  const rows = [
    'export default ({ ctx, params }) => <p>{params.a ? ctx.session : ctx.agent}</p>',
    'export default ({ ctx }) => <p>{late && ctx.session}{late ?? ctx.agent}{late?.(ctx.session)}</p>',
    'export default ({ ctx }) => { const who = () => ctx.session; return <p /> }',
    'export default ({ ctx }) => { if (late) return <p />; return <p>{ctx.session}</p> }',
    'export default ({ ctx }) => { redirect("/"); return <p>{ctx.session}</p> }',
    'export default ({ ctx }) => { switch (late) { case 1: return <p>{ctx.agent}</p> } return <p /> }',
    'export default ({ ctx }) => <Show when={ctx.session}>{ctx.agent}</Show>',
    'export default ({ ctx }) => <button onClick={() => ctx.session} ref={ctx.agent} />',
    'export default ({ ctx }) => { { const ctx = { session: 1 }; use(ctx.session) } return <p /> }',
    'export default ({ params: { search }, ctx: { headers } }) => <p>{search}{headers}</p>',
    'export const meta = ({ ctx }) => ({ title: ctx.session })\nexport default () => <p />',
    'export function Part({ search }) { return <p>{search}</p> }\nexport default () => <p />',
  ]
  expect(await readsIn(rows)).toEqual(rows.map((row) => [row]))
  const read = 'export default ({ ctx, search }) => <p>{ctx.session}{search}</p>'
  expect(await readsIn([read], { 'src/ctx.ts': 'export default () => ({ session: 1 })\n' })).toEqual([[read, 'search']])
  expect(await readsIn([read], { 'fw.config.ts': 'export default {}\n' })).toEqual([[read]])
  const others = { output: 'static', redirects: [{ from: '/page-0', to: '/' }] }
  expect(await readsIn([read], { 'fw.config.ts': `export default ${JSON.stringify(others)}\n` })).toEqual([[read]])
  const unread = "export default { output: 'static', redirects: await load() }\n"
  expect(await readsIn([read], { 'fw.config.ts': unread })).toEqual([[read]])
  expect(await found({ 'src/routes/[id].tsx': read, 'src/routes/_404.tsx': read })).toEqual([])
})

it('finds each import of an api in browser code, and no type imports', async () => {
  const files = {
    'src/server/teas.api.ts': "import { api } from '@fw/runtime'\nexport const like = api({ run: () => 1 })\n",
    'src/like.ts': "import type { like } from './server/teas.api.ts'\nexport { like } from './server/teas.api.ts'\n",
    'src/late.ts': "export const late = () => import('./server/teas.api.ts')\n",
    'src/components/like.tsx': `import { like } from '../like.ts'
import { like as second } from '../server/teas.api.ts'
import { late } from '../late.ts'
export const Like = () => <button onClick={() => [like, second, late]} />
`,
    'src/components/plain.tsx': `import { like } from '../server/teas.api.ts'
export const Plain = () => <p>{like()}</p>
`,
    'src/routes/index.tsx': `import { like } from '../server/teas.api.ts'
import { Like } from '../components/like.tsx'
export default async () => <p>{await like()}<Like /></p>
`,
  }
  expect(await found(files)).toEqual([
    ['src/components/like.tsx', "import { like as second } from '../server/teas.api.ts'"],
    ['src/late.ts', "import('./server/teas.api.ts'"],
    ['src/like.ts', "export { like } from './server/teas.api.ts'"],
  ])
  expect(await found({ ...files, 'fw.config.ts': 'export default {}\n' })).toEqual([])
})

it('finds live pages and live regions', async () => {
  const files = {
    'src/server/teas.api.ts':
      "import { api } from '@fw/runtime'\nexport const list = api({ readonly: true, tags: ['teas'], run: () => 1 })\n",
    'src/routes/index.tsx': `import { list } from '../server/teas.api.ts'
export const live = true
export default async () => <p>{await list()}</p>
`,
    'src/routes/part.tsx': `import { Live } from '@fw/runtime'
import { list } from '../server/teas.api.ts'
export default async () => { const teas = await list(); return <Live>{teas}</Live> }
`,
    'src/routes/still.tsx': 'export const live = false\nexport default () => <p />\n',
  }
  expect(await found(files)).toEqual([
    ['src/routes/index.tsx', 'live'],
    ['src/routes/part.tsx', "import { Live } from '@fw/runtime'"],
  ])
  expect(await found({ ...files, 'fw.config.ts': 'export default {}\n' })).toEqual([])
})
