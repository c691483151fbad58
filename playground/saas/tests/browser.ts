/** A browser without scripts, for tests: it stores cookies and sends the forms of pages. */
import type { TestApp, ToolOutcome } from '@fw/runtime/testing'
import { expect } from 'vitest'
import { listMail } from '../src/mail.ts'

const ORIGIN = 'http://localhost'

export interface Page {
  readonly status: number
  /** Path of the page after all redirects in the app; a whole URL for another site. */
  readonly path: string
  readonly html: string
}

export interface Browser {
  open(path: string): Promise<Page>
  /** Fills in the form that has a button with this text, and sends it. */
  submit(path: string, button: string, fields: Readonly<Record<string, string>>): Promise<Page>
  /** Value of the header `cookie`. */
  readonly cookie: () => string
}

export function openBrowser(app: TestApp): Browser {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  const send = async (path: string, init: RequestInit): Promise<Page> => {
    const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin', cookie: cookie(), ...init.headers }
    const response = await app.fetch(new Request(new URL(path, ORIGIN), { ...init, headers, redirect: 'manual' }))
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) return { status: response.status, path, html: readHtml(await response.text()) }
    const to = new URL(location, ORIGIN)
    return to.origin === ORIGIN
      ? send(to.pathname + to.search, {})
      : { status: response.status, path: to.href, html: '' }
  }

  return {
    cookie,
    open: (path) => send(path, {}),
    submit: async (path, button, fields) => {
      const { html } = await send(path, {})
      const form = html.match(/<form[\s\S]*?<\/form>/g)?.find((one) => one.includes(`${button}</button>`))
      expect(form, `a form with the button "${button}" in ${path}`).toBeDefined()
      const hidden = [...(form ?? '').matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
        readAttribute(input, 'name'),
        readAttribute(input, 'value'),
      ])
      const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields })
      const action = readAttribute(form ?? '', 'action') || path
      return send(action, { method: 'POST', body })
    },
  }
}

/** Removes the comments between the parts of a text, which only islands need. */
function readHtml(html: string): string {
  return html.replace(/<!--[\s\S]*?-->/g, '')
}

function readAttribute(tag: string, name: string): string {
  const [, value = ''] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? []
  return value.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
}

/** Returns the path of the link in the newest e-mail to this address. */
export function readLink(email: string): string {
  const mail = listMail().find(({ to }) => to === email)
  const [link = ''] = /http:\S+/.exec(mail?.text ?? '') ?? []
  expect(link, `a link in an e-mail to ${email}`).not.toBe('')
  return link.slice(ORIGIN.length)
}

export const PASSWORD = 'correct horse battery'

/** Signs a user up, and opens the link of the e-mail. */
export async function signUp(app: TestApp, email: string, name: string): Promise<Browser> {
  const browser = openBrowser(app)
  const sent = await browser.submit('/sign-up', 'Sign up', { name, email, password: PASSWORD })
  expect([sent.status, sent.path]).toEqual([200, '/check-mail'])
  await browser.open(readLink(email))
  return browser
}

/** Returns the result of a call, which must have succeeded. */
export function readResult<Result>(outcome: ToolOutcome): Result {
  if (!outcome.ok) throw new Error(`The call failed: ${outcome.error}`)
  return outcome.result as Result // validated against the type of the function
}
