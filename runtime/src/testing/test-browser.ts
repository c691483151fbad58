/** A browser without scripts for tests: it keeps cookies, follows redirects and sends the forms of pages. */
import type { TestedApp } from './ask-app.ts'
import { type FormValues, fillInForm, readVisibleText, type SentForm } from './form-elements.ts'

/** A page in a `TestBrowser`. */
export interface TestPage {
  readonly status: number
  /** Path and query after all redirects; the whole URL if the last redirect leads to another site. */
  readonly path: string
  /** The whole document; empty on another site. */
  readonly html: string
  /** The text that a visitor can read, with one space in place of each gap. */
  readonly text: string
  readonly headers: Headers
  /**
   * Sends the form that contains this button, with what the page has filled in and these values, and follows redirects.
   *
   * @param button Its text, or its accessible name (`aria-label`).
   * @throws {Error} If no form has the button or it is disabled, or if a field doesn't exist: the message lists the
   *   existing ones.
   */
  submit(button: string, values?: FormValues): Promise<TestPage>
}

/** A visitor of the app. Two browsers share no cookies. */
export interface TestBrowser {
  /** Opens a path, which may contain a query, and follows redirects of the app. */
  open(path: string): Promise<TestPage>
  /** Returns the cookies as the value of the header `cookie`, for `callTool` and `renderPage`. */
  cookie(): string
}

/** No server listens at this URL. */
const ORIGIN = 'http://localhost'
/** Headers of a page that a visitor opens by its address. */
const NAVIGATION = {
  accept: 'text/html',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
/** The limit of browsers. */
const MAX_REDIRECTS = 20

/**
 * Opens a browser without scripts, as a visitor without JavaScript has it.
 *
 * @param app The result of `createTestApp`.
 */
export function openTestBrowser(app: TestedApp): TestBrowser {
  const cookies = new Map<string, string>()
  const printCookies = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  const load = async (target: URL, init: RequestInit, redirects = 0): Promise<TestPage> => {
    const headers = {
      ...NAVIGATION,
      ...(init.method === 'POST' && { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }),
      ...(cookies.size > 0 && { cookie: printCookies() }),
    }
    const response = await app.fetch(new Request(target, { ...init, headers, redirect: 'manual' }))
    for (const line of response.headers.getSetCookie()) storeCookie(cookies, line)
    const location = response.headers.get('location')
    if (location === null || response.status < 300 || response.status > 399) return showPage(response, target)
    await response.body?.cancel()
    const next = new URL(location, target)
    if (next.origin !== ORIGIN) return showOtherSite(response, next)
    if (redirects === MAX_REDIRECTS) throw new Error(`${target.pathname} redirects more than ${MAX_REDIRECTS} times.`)
    return load(next, keepsMethod(response.status) ? init : {}, redirects + 1)
  }

  const showPage = async (response: Response, url: URL): Promise<TestPage> => {
    const html = await response.text()
    return {
      status: response.status,
      path: url.pathname + url.search,
      html,
      get text() {
        return readVisibleText(html)
      },
      headers: response.headers,
      submit: async (button, values = {}) => send(fillInForm(html, button, values), url),
    }
  }

  const send = ({ action, method, fields, isMultipart }: SentForm, page: URL): Promise<TestPage> => {
    const target = new URL(action ?? page.href, page)
    target.hash = ''
    if (target.origin !== ORIGIN) throw new Error(`The form is sent to another site: ${target.href}`)
    if (method === 'GET') {
      target.search = createQuery(fields).toString()
      return load(target, { method })
    }
    return load(target, { method, body: isMultipart ? createFormData(fields) : createQuery(fields) })
  }

  return { open: (path) => load(new URL(path, ORIGIN), {}), cookie: printCookies }
}

/** Only 307 and 308 repeat a POST. */
function keepsMethod(status: number): boolean {
  return status === 307 || status === 308
}

function showOtherSite({ status, headers }: Response, { href }: URL): TestPage {
  const submit = () => Promise.reject(new Error(`${href} is a page of another site.`))
  return { status, path: href, html: '', text: '', headers, submit }
}

function storeCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const at = pair.indexOf('=')
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  if (isExpired(attributes)) cookies.delete(name)
  else cookies.set(name, value)
}

function isExpired(attributes: readonly string[]): boolean {
  const read = (name: string) =>
    attributes.find((item) => item.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
  const maxAge = read('max-age')
  if (maxAge !== undefined) return Number(maxAge) <= 0
  const expires = read('expires')
  return expires !== undefined && Date.parse(expires) <= Date.now()
}

/** As in a browser, a form without files sends their names. */
function createQuery(fields: SentForm['fields']): URLSearchParams {
  return new URLSearchParams(fields.map(([name, value]) => [name, typeof value === 'string' ? value : value.name]))
}

function createFormData(fields: SentForm['fields']): FormData {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return data
}
