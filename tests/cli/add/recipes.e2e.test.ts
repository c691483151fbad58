/** Each recipe in a new app: it passes the check and TypeScript, is built, and serves what the recipe adds. */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPages } from '../../docs/blocks.ts'
import { type Running, startFw } from '../support/fixture.ts'
import { createApp, type NewApp, REPOSITORY } from './new-app.ts'

/** Adds the recipes, checks and builds the app, and starts it. */
async function startWith(app: NewApp, recipes: readonly string[], prepare = () => {}): Promise<Running> {
  for (const recipe of recipes) expect(await app.fw('add', recipe, '--yes')).toMatchObject({ code: 0 })
  prepare()
  const checked = await app.fw('check')
  expect(checked.stdout).toBe('')
  expect(app.typecheck()).toBe('')
  const { code, stderr } = await app.fw('build')
  expect(code, stderr).toBe(0)
  const secret = /BETTER_AUTH_SECRET=(.+)/.exec(app.read('.env'))?.[1]
  return startFw(app.root, ['start', '--port', '0'], secret === undefined ? {} : { BETTER_AUTH_SECRET: secret })
}

describe('tailwind, mdx, docker, ci', { timeout: 240_000 }, () => {
  const app = createApp()
  let server: Running
  beforeAll(async () => {
    for (const file of ['Dockerfile', '.dockerignore', '.github']) rmSync(join(app.root, file), { recursive: true })
    app.write('src/routes/about.tsx', 'export default () => <p class="tracking-[7px]">About</p>\n')
    server = await startWith(app, ['tailwind', 'mdx', 'docker', 'ci'])
  }, 240_000)
  afterAll(async () => {
    await server?.stop('SIGTERM')
    app.remove()
  })

  it('the classes of pages are in a later layer than the styles of the app, and override them', async () => {
    const page = await (await fetch(new URL('about', server.url))).text()
    const sheet = /href="(\/[^"]+\.css)"/.exec(page)?.[1] ?? ''
    const css = await (await fetch(new URL(sheet, server.url))).text()
    expect(css).toMatch(/@layer base\{[\s\S]+\.agents\{[\s\S]+@layer utilities\{[\s\S]*letter-spacing:7px/)
  })

  it('the example of MDX is a page', async () => {
    const page = await (await fetch(new URL('hello', server.url))).text()
    expect(page).toMatch(/<h1[^>]*>Hello from MDX<\/h1>/)
    expect(page).toMatch(/<strong[^>]*>Markdown<\/strong> with components: .*2/)
  })

  it('the Dockerfile and the workflow are those of a new app', () => {
    const fresh = createApp()
    for (const file of ['Dockerfile', '.dockerignore', '.github/workflows/ci.yml'])
      expect(app.read(file)).toBe(fresh.read(file))
    fresh.remove()
  })
})

describe('better-auth, with drizzle', { timeout: 240_000 }, () => {
  const app = createApp()
  let server: Running
  beforeAll(async () => {
    app.write('src/ctx.ts', 'export default (request: Request) => ({ origin: new URL(request.url).origin })\n')
    server = await startWith(app, ['better-auth'], () => {
      const kit = join(REPOSITORY, 'node_modules/drizzle-kit/bin.cjs')
      execFileSync(process.execPath, [kit, 'generate'], { cwd: app.root, stdio: 'ignore' })
    })
  }, 240_000)
  afterAll(async () => {
    await server?.stop('SIGTERM')
    app.remove()
  })

  const send = (fields: Record<string, string>, cookie = '') =>
    fetch(new URL('sign-in', server.url), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin', cookie },
      body: new URLSearchParams(fields),
    })
  const call = (tool: string, input: object) =>
    fetch(new URL(`_fw/api/${tool}`, server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    }).then((response) => response.json())
  const account = { email: 'ada@example.com', password: 'correct horse' }

  it('a user signs up, is known to pages and to the endpoint, and signs out', async () => {
    const signedUp = await send({ 'fw:tool': 'api.account.signUp', name: 'Ada', ...account })
    expect([signedUp.status, signedUp.headers.get('location')]).toEqual([303, '/'])
    const cookie = signedUp.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const page = await fetch(new URL('sign-in', server.url), { headers: { cookie } })
    expect(await page.text()).toContain('Signed in as')
    const session = await fetch(new URL('api/auth/get-session', server.url), { headers: { cookie } })
    expect(await session.json()).toMatchObject({ user: { email: 'ada@example.com' } })
    expect((await send({ 'fw:tool': 'api.account.signOut' }, cookie)).status).toBe(303)
    const over = await fetch(new URL('api/auth/get-session', server.url), { headers: { cookie } })
    expect(await over.json()).toBe(null)
  })

  it('a wrong password and a taken address are errors of the form', async () => {
    const wrong = await send({ 'fw:tool': 'api.account.signIn', ...account, password: 'wrong horse' })
    expect(wrong.status).toBe(422)
    expect(await wrong.text()).toContain('Invalid email or password')
    const taken = await send({ 'fw:tool': 'api.account.signUp', name: 'Ada', ...account })
    expect(taken.status).toBe(422)
    expect((await send({ 'fw:tool': 'api.account.signIn', ...account })).status).toBe(303)
  })

  it.each([
    ['an agent signs nobody in', { 'x-fw-origin': 'agent' }, [403, 0]],
    ['the client library of Better Auth does', {}, [200, 1]],
  ])('at the endpoint, %s', async (_, headers, expected) => {
    const { status, headers: sent } = await fetch(new URL('api/auth/sign-in/email', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(account),
    })
    expect([status, sent.getSetCookie().length]).toEqual(expected)
  })

  it('tasks are rows of the database, which a restart keeps', async () => {
    expect(await call('tasks.add', { title: ' Buy tea ' })).toMatchObject({ result: { id: 1, title: 'Buy tea' } })
    expect(await call('tasks.finish', { id: 2 })).toMatchObject({ ok: false, code: 'not_found' })
    await server.stop('SIGTERM')
    const secret = /BETTER_AUTH_SECRET=(.+)/.exec(app.read('.env'))?.[1] ?? ''
    server = await startFw(app.root, ['start', '--port', '0', '--workers', '3'], { BETTER_AUTH_SECRET: secret })
    expect(await call('tasks.finish', { id: 1 })).toMatchObject({ result: { title: 'Buy tea', done: true } })
    expect(await call('tasks.list', {})).toMatchObject({ result: [{ id: 1, done: true }] })
  })
})

/** The commands of `recipes/sign-in.md` are `npm install` and `npm run migration`, which the tests above replace. */
it('recipes/databases.md shows the files of the recipe', () => {
  const page = readPages().find(({ path }) => path === 'recipes/databases.md')
  const shown = page?.blocks.filter(({ path }) => path?.startsWith('src/')) ?? []
  expect(shown.length).toBe(4)
  for (const { path = '', text } of shown)
    expect(text).toBe(readFileSync(join(REPOSITORY, 'cli/recipes/drizzle', path), 'utf8'))
})
