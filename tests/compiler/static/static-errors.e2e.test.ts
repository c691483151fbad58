import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '../../../compiler/src/check.ts'
import { type StaticTestApp, staticApp } from './static-app.ts'

describe('a static build fails with file and line', () => {
  let app: StaticTestApp
  beforeAll(() => {
    app = staticApp({ 'src/routes/index.tsx': 'export default () => <h1>Home</h1>\n' })
  })
  afterAll(() => app.remove())

  test("static-output of pages that read the visitor, throw, are not found or can't be stored", async () => {
    app.write({
      'src/ctx.ts': `export default (req: Request) => ({ path: new URL(req.url).pathname, get name() { return 'known' } })\n`,
      'src/routes/index.tsx': `export default ({ ctx }) => <h1>{ctx.path} {ctx.name}</h1>\n`,
      'src/routes/account.tsx': `export default function Account({ ctx }) {
  const who = ctx.session
  return <h1>{String(who)}</h1>
}\n`,
      'src/routes/quiet.tsx': `export default function Quiet({ ctx }) {
  try { return <h1>{ctx.agent.keyId}</h1> } catch { return <h1>quiet</h1> }
}\n`,
      'src/routes/list.tsx': `export default function List(props) {
  const title = 'Page '
  return <h1>{title}{props.search.get('page') ?? '1'}</h1>
}\n`,
      'src/routes/none.tsx': `export default ({ search: _search }) => <h1>None</h1>\n`,
      'src/routes/broken.tsx': `const fail = () => {
  throw new Error('the stove is cold')
}
export default function Broken() {
  return <h1>{fail()}</h1>
}\n`,
      'src/routes/posts/[slug].tsx': `import { notFound } from '@fw/runtime'
// Computed during the build: the check would refuse a literal value before.
const slugs = 'gone ../up .. a:b .env One one '.split(' ')
export const staticParams = slugs.map((slug) => ({ slug }))
export default ({ params }) => params.slug === 'gone' ? notFound() : <h1>{params.slug}</h1>\n`,
    })
    const { log, codes } = await app.buildBroken()
    expect(log).toMatch(/src\/routes\/account\.tsx:2:\d+ error static-output/)
    expect(log).toContain('/account needs a server: ctx.session is not known when a page is written at build time.')
    expect(log).toMatch(/src\/routes\/quiet\.tsx:2:\d+ error static-output/)
    expect(log).toMatch(/src\/routes\/list\.tsx:3:\d+ error static-output/)
    expect(log).toContain('/list needs a server: search, the query of a request, is not known when a page is written')
    expect(log).toMatch(/src\/routes\/none\.tsx:1:\d+ error static-output/)
    expect(log).toMatch(/src\/routes\/broken\.tsx:2:\d+ error static-output/)
    expect(log).toContain('/broken throws: the stove is cold')
    expect(log).toContain('/posts/gone is not found')
    for (const message of [
      '"../up" in /posts/..%2Fup contains "/"',
      '".." in /posts/.. would refer to another folder',
      '"a:b" in /posts/a%3Ab contains ":"',
      '".env" in /posts/.env begins with a dot',
      '/posts/one cannot be stored: /posts/One differs only in its capitals.',
      '/posts/ has an empty part: a parameter is missing or empty.',
    ])
      expect(log).toContain(message)
    expect(log).not.toContain('undefined')
    expect(new Set(codes)).toEqual(new Set(['static-output']))
    // The build reports the findings of the check too, at the same line and with the same message.
    const early = (await check({ root: app.root })).diagnostics.filter(({ code }) => code === 'static-output')
    expect(early.map(({ span }) => `${span?.file}:${span?.line}`)).toEqual([
      'src/routes/list.tsx:3',
      'src/routes/none.tsx:1',
    ])
    for (const { span, message } of early)
      expect(log).toMatch(
        new RegExp(`${span?.file}:${span?.line}:\\d+ error static-output.*\\n  ${message.slice(0, 80)}`),
      )
  })

  test('static-output of pages that use a ctx for which ctxFor reads the request, and only of those', async () => {
    app.write({
      'src/ctx.ts': `export default async (req: Request) => ({ path: new URL(req.url).pathname, user: req.headers.get('cookie') })\n`,
      'src/routes/index.tsx': 'export default () => <h1>Home</h1>\n',
      'src/routes/account.tsx': `export default function Account({ ctx }) {
  return <h1>{ctx.user}</h1>
}\n`,
      'src/routes/quiet.tsx': undefined,
      'src/routes/list.tsx': undefined,
      'src/routes/none.tsx': undefined,
      'src/routes/broken.tsx': undefined,
      'src/routes/posts/[slug].tsx': undefined,
    })
    const { log, codes } = await app.buildBroken()
    expect(log).toMatch(/src\/routes\/account\.tsx:2:\d+ error static-output/)
    expect(log).toContain('ctx.user, for which ctxFor reads req.headers,')
    expect(codes).toEqual(['static-output'])
  })

  test('static-output of a ctx that reads the request late, even if the page catches the error', async () => {
    app.write({
      'src/ctx.ts': `export default (req: Request) => ({ get user() { return req.headers.get('cookie') } })\n`,
      'src/routes/account.tsx': `const nameOf = (ctx) => {
  try {
    return ctx.user
  } catch {
    return 'nobody'
  }
}
export default ({ ctx }) => <h1>{nameOf(ctx)}</h1>
`,
    })
    const { log, codes } = await app.buildBroken()
    expect(log).toContain('req.headers is not known when a page is written at build time')
    expect(log).toMatch(/src\/ctx\.ts:1:\d+ error static-output/)
    expect(codes).toEqual(['static-output'])
  })

  test('static-output of an island that calls an api', async () => {
    app.write({
      'src/ctx.ts': undefined,
      'src/server/likes.api.ts': `import { api } from '@fw/runtime'\nexport const like = api({ guard: 'auto', input: undefined, run: () => 1 })\n`,
      'src/components/like.tsx': `import { createSignal } from 'solid-js'
import { like } from '../server/likes.api.ts'

export function Like() {
  const [count, setCount] = createSignal(0)
  return <button type="button" onClick={async () => setCount(await like())}>{count()}</button>
}\n`,
      'src/routes/account.tsx': `import { Like } from '../components/like.tsx'\nexport default () => <Like />\n`,
    })
    const { log, codes } = await app.buildBroken()
    expect(log).toContain('src/components/like.tsx:2:1 error static-output')
    expect(log).toContain('An island imports "src/server/likes.api.ts", and its calls need a server')
    expect(codes).toEqual(['static-output'])
  })
})
