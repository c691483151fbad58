/** Users of the tests, and the e-mails that they get. */
import { openTestBrowser, type TestApp, type TestBrowser, type ToolOutcome } from '@fw/runtime/testing'
import { expect } from 'vitest'
import { listMail } from '../src/mail.ts'

const ORIGIN = 'http://localhost'

/** Returns the path of the link in the newest e-mail to this address. */
export function readLink(email: string): string {
  const mail = listMail().find(({ to }) => to === email)
  const [link = ''] = /http:\S+/.exec(mail?.text ?? '') ?? []
  expect(link, `a link in an e-mail to ${email}`).not.toBe('')
  return link.slice(ORIGIN.length)
}

export const PASSWORD = 'correct horse battery'

/** Signs a user up, and opens the link of the e-mail. */
export async function signUp(app: TestApp, email: string, name: string): Promise<TestBrowser> {
  const browser = openTestBrowser(app)
  const sent = await (await browser.open('/sign-up')).submit('Sign up', { name, email, password: PASSWORD })
  expect([sent.status, sent.path]).toEqual([200, '/check-mail'])
  await browser.open(readLink(email))
  return browser
}

/** Returns the result of a call, which must have succeeded. */
export function readResult<Result>(outcome: ToolOutcome): Result {
  if (!outcome.ok) throw new Error(`The call failed: ${outcome.error}`)
  return outcome.result as Result // validated against the type of the function
}
