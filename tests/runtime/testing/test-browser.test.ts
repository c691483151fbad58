import { expect, it } from 'vitest'
import { callTool, openTestBrowser } from '../../../runtime/src/testing.ts'

interface Seen {
  readonly method: string
  readonly path: string
  readonly cookie: string | null
  readonly type: string
  readonly body: string
}

/** An app with one page; everything else is recorded and answered with `answer`. */
function createApp(
  html: string,
  answer: (request: Request) => Response | Promise<Response> = () => new Response('Done'),
) {
  const seen: Seen[] = []
  return {
    seen,
    async fetch(request: Request): Promise<Response> {
      const { pathname, search } = new URL(request.url)
      const path = pathname + search
      if (path === '/' && request.method === 'GET')
        return new Response(html, { headers: { 'content-type': 'text/html' } })
      const { method, headers } = request
      const type = headers.get('content-type') ?? ''
      seen.push({ method, path, cookie: headers.get('cookie'), type, body: await request.clone().text() })
      return answer(request)
    },
  }
}

const FORM = `<!doctype html><title>T</title><form method="post" action="/send?to=1">
  <input type="hidden" name="token" value="a&amp;b"><input name="title" value="Old">
  <textarea name="text">
First line
second</textarea>
  <select name="size"><option>small</option><option value="L" selected>large</option></select>
  <select name="tags" multiple><option selected>a</option><option selected>b</option><option>c</option></select>
  <input type="checkbox" name="news" checked><input type="checkbox" name="ads">
  <input type="radio" name="color" value="red"><input type="radio" name="color" value="blue" checked>
  <input name="off" disabled value="x"><fieldset disabled><input name="deep" value="y"></fieldset>
  <button name="act" value="save">Save</button><button name="act" value="drop" formaction="/drop">Drop  it</button>
  <button type="button">Help</button>
</form><input name="outside" form="none">`

it('sends what a browser sends for an unchanged form, with the button that is pressed', async () => {
  const app = createApp(FORM)
  await (await openTestBrowser(app).open('/')).submit('Save')
  const [sent] = app.seen
  expect([sent?.method, sent?.path]).toEqual(['POST', '/send?to=1'])
  expect([...new URLSearchParams(sent?.body)]).toEqual([
    ['token', 'a&b'],
    ['title', 'Old'],
    ['text', 'First line\r\nsecond'],
    ['size', 'L'],
    ['tags', 'a'],
    ['tags', 'b'],
    ['news', 'on'],
    ['color', 'blue'],
    ['act', 'save'],
  ])
})

it('fills in fields, several values of one field included, and follows the address of the button', async () => {
  const app = createApp(FORM)
  await (await openTestBrowser(app).open('/')).submit('Drop it', { title: 'New', tags: ['c'], ads: 'on', news: [] })
  const body = new URLSearchParams(app.seen[0]?.body)
  expect([app.seen[0]?.path, body.get('title'), body.getAll('tags'), body.get('ads'), body.has('news')]).toEqual([
    '/drop',
    'New',
    ['c'],
    'on',
    false,
  ])
})

it.each([
  ['Send', {}, 'The page has no button "Send". Its buttons are "Save", "Drop it".'],
  ['Help', {}, 'The page has no button "Help".'],
  [
    'Save',
    { titel: 'x' },
    'The form has no field "titel". Its fields are token, title, text, size, tags, news, ads, color.',
  ],
  ['Save', { off: 'x' }, 'The form has no field "off".'],
])('explains why %s with %o cannot be sent', async (button, values, message) => {
  const page = await openTestBrowser(createApp(FORM)).open('/')
  await expect(page.submit(button, values)).rejects.toThrow(message)
})

it('sends files as multipart, and a search as a query', async () => {
  const app = createApp(
    `<form method=post enctype="multipart/form-data"><input type=file name=photo><input type=submit value=Upload></form>
     <form action="/find?old=1"><input name=q><button aria-label="Search">?</button></form>`,
    async (request) => new Response(request.method === 'POST' ? String((await request.formData()).get('photo')) : ''),
  )
  const page = await openTestBrowser(app).open('/')
  await page.submit('Upload', { photo: new File(['data'], 'cup.png', { type: 'image/png' }) })
  expect(app.seen[0]?.type).toMatch(/^multipart\/form-data; boundary=/)
  expect(app.seen[0]?.body).toContain('filename="cup.png"')
  await page.submit('Search', { q: 'tea & cake' })
  expect(app.seen[1]).toMatchObject({ method: 'GET', path: '/find?q=tea+%26+cake', body: '' })
})

it('keeps cookies until they expire, for tools too, and follows redirects within the app only', async () => {
  const app = createApp('<form method=post action=/in><button>Sign in</button></form>', (request) => {
    const { pathname } = new URL(request.url)
    const headers = new Headers()
    if (pathname === '/in') {
      headers.append('set-cookie', 'theme=dark; Path=/; Max-Age=60')
      headers.append('set-cookie', 'session=a=b; Path=/; HttpOnly')
      headers.set('location', '/home')
      return new Response(null, { status: 303, headers })
    }
    if (pathname === '/out') headers.append('set-cookie', 'theme=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT')
    if (pathname === '/away') headers.set('location', 'https://other.example/login')
    if (pathname === '/loop') headers.set('location', '/loop')
    if (headers.has('location')) return new Response(null, { status: 302, headers })
    return new Response(`<head><title>T</title></head><h1>Hello <!--$-->you<!--/--></h1><p>Well, <b>done</b>.</p>`, {
      headers,
    })
  })
  const browser = openTestBrowser(app)
  const home = await (await browser.open('/')).submit('Sign in')
  expect([home.status, home.path, home.text]).toEqual([200, '/home', 'Hello you Well, done.'])
  expect(app.seen.at(-1)).toMatchObject({ method: 'GET', cookie: 'theme=dark; session=a=b' })
  await callTool(app, 'api.x', {}, { cookie: browser.cookie() })
  expect(app.seen.at(-1)?.cookie).toBe('theme=dark; session=a=b')
  await callTool(app, 'api.x', {}, { cookie: 'session=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=60; Secure' })
  expect(app.seen.at(-1)?.cookie).toBe('session=1')
  await browser.open('/out')
  expect(browser.cookie()).toBe('session=a=b')
  const away = await browser.open('/away')
  expect([away.status, away.path, away.html]).toEqual([302, 'https://other.example/login', ''])
  await expect(browser.open('/loop')).rejects.toThrow('/loop redirects more than 20 times.')
})
