import { callTool, createTestApp, openTestBrowser, type TestApp } from '@fw/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PASSWORD, readLink, signUp } from './users.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('refuses a sign-in before the address is confirmed', async () => {
  const browser = openTestBrowser(app)
  const email = 'new@mail.example'
  await (await browser.open('/sign-up')).submit('Sign up', { name: 'New', email, password: PASSWORD })
  const refused = await (await browser.open('/sign-in')).submit('Sign in', { email, password: PASSWORD })
  expect([refused.status, refused.path]).toEqual([403, '/sign-in'])
  expect(refused.text).toContain('Email not verified')
  expect((await browser.open('/app')).path).toBe('/sign-in?next=%2Fapp')
  expect((await browser.open(readLink(email))).path).toBe('/app/new')
})

it('shows what is wrong with a sign-up next to its fields, without the password', async () => {
  const page = await (await openTestBrowser(app).open('/sign-up')).submit('Sign up', {
    name: 'X',
    email: 'x',
    password: 'short',
  })
  expect(page.status).toBe(422)
  expect(page.html).toContain('aria-invalid')
  expect(page.html).not.toContain('short')
})

it('signs out, and in again with the right password only', async () => {
  const email = 'returning@mail.example'
  const browser = await signUp(app, email, 'Returning')
  expect((await (await browser.open('/app/new')).submit('Sign out')).path).toBe('/')
  const wrong = await (await browser.open('/sign-in')).submit('Sign in', { email, password: 'not the password' })
  expect([wrong.status, wrong.path]).toEqual([401, '/sign-in'])
  const page = await (await browser.open('/sign-in?next=/app/new')).submit('Sign in', { email, password: PASSWORD })
  expect(page.path).toBe('/app/new')
  const elsewhere = await (await browser.open('/sign-in?next=//evil.example')).submit('Sign in', {
    email,
    password: PASSWORD,
  })
  expect(elsewhere.path).toBe('/app/new')
})

it('replaces a forgotten password by a link, which ends the other sessions', async () => {
  const email = 'forgetful@mail.example'
  const before = await signUp(app, email, 'Forgetful')
  const browser = openTestBrowser(app)
  expect((await (await browser.open('/forgot-password')).submit('Send a link', { email })).path).toBe('/check-mail')
  const { path } = await browser.open(readLink(email))
  expect(path).toMatch(/^\/reset-password\?token=/)
  const newPassword = 'another long password'
  expect((await (await browser.open(path)).submit('Save', { newPassword })).path).toBe('/sign-in')
  expect((await before.open('/app')).path).toBe('/sign-in?next=%2Fapp')
  expect((await (await browser.open('/sign-in')).submit('Sign in', { email, password: newPassword })).path).toBe(
    '/app/new',
  )
  // The link was for one password.
  expect((await (await browser.open(path)).submit('Save', { newPassword: PASSWORD })).status).toBe(422)
})

it("doesn't reveal whether an address has an account", async () => {
  await signUp(app, 'known@mail.example', 'Known')
  for (const email of ['known@mail.example', 'unknown@mail.example']) {
    const browser = openTestBrowser(app)
    const fields = { name: 'Guess', email, password: PASSWORD }
    expect((await (await browser.open('/sign-up')).submit('Sign up', fields)).path).toBe('/check-mail')
    expect((await (await browser.open('/forgot-password')).submit('Send a link', { email })).path).toBe('/check-mail')
  }
})

it('keeps passwords away from agents', async () => {
  const input = { email: 'known@mail.example', password: PASSWORD }
  const outcome = await callTool(app, 'api.account.signIn', input, { origin: 'agent' })
  expect(outcome).toMatchObject({ ok: false, status: 403, code: 'forbidden' })
})

it('serves only the endpoints of better-auth that browsers open', async () => {
  const list = await app.fetch(new Request('http://localhost/api/auth/list-sessions'))
  expect(list.status).toBe(404)
  const change = await app.fetch(new Request('http://localhost/api/auth/sign-in/email', { method: 'POST' }))
  expect(change.status).toBe(405)
})
