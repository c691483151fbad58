/** Signs in at the provider of tests/oidc-provider.ts, over sockets. */
import { createTestApp, openTestBrowser, type TestApp, type TestBrowser, type TestPage } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signUp } from './users.ts'

const issuer = process.env.OIDC_ISSUER ?? ''

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** Signs in at the provider and consents, as a user does in its pages. Returns the URL that it sends the user back to. */
async function signInAtProvider(start: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = start
  let body: URLSearchParams | undefined
  for (let step = 0; step < 12; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body !== undefined && { method: 'POST', body }),
    })
    body = undefined
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location !== null) {
      url = new URL(location, url).href
      if (!url.startsWith(issuer)) return new URL(url)
      continue
    }
    const html = await response.text()
    const [, action = ''] = /action="([^"]+)"/.exec(html) ?? []
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(html) ?? []
    expect(prompt, html).not.toBe('')
    body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) })
    url = new URL(action, url).href
  }
  throw new Error(`The provider did not send the user back from ${url}.`)
}

async function signIn(browser: TestBrowser, login: string): Promise<TestPage> {
  const start = await (await browser.open('/sign-in')).submit('Sign in with single sign-on')
  expect(start.path.startsWith(`${issuer}/auth?`), start.path).toBe(true)
  const back = await signInAtProvider(start.path, login)
  return browser.open(back.pathname + back.search)
}

it('signs a new user in, and the same user again', async () => {
  const browser = openTestBrowser(app)
  expect((await signIn(browser, 'ada@mail.example')).path).toBe('/app/new')
  expect((await (await browser.open('/app/new')).submit('Create', { name: 'Provided team' })).path).toBe('/app')
  const again = await signIn(openTestBrowser(app), 'ada@mail.example')
  expect([again.path, again.text.includes('Provided team')]).toEqual(['/app', true])
})

it('refuses the return of another browser, and a code that was made up', async () => {
  const browser = openTestBrowser(app)
  const start = await (await browser.open('/sign-in')).submit('Sign in with single sign-on')
  const back = await signInAtProvider(start.path, 'eve@mail.example')
  const stolen = await openTestBrowser(app).open(back.pathname + back.search)
  expect(stolen.path).toMatch(/error=/)
  const state = back.searchParams.get('state') ?? ''
  const forged = await browser.open(`/api/auth/callback/oidc?code=forged&state=${state}`)
  expect(forged.path).toMatch(/^\/sign-in\?error=/)
  expect((await browser.open('/app')).path).toBe('/sign-in?next=%2Fapp')
})

it('links no account of the provider whose address is not confirmed there', async () => {
  await signUp(app, 'unverified@mail.example', 'Owner of the address')
  const page = await signIn(openTestBrowser(app), 'unverified@mail.example')
  expect(page.path).toMatch(/^\/sign-in\?error=/)
})
