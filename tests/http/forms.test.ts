/** Forms of apis in pages, without any script. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { api, redirect, schema, str } from '../../runtime/src/index.ts'
import { GOOD, openFormDesk, postForm as post, SAME } from './form-desk.ts'
import { AGENT, describeTransports } from './transports.ts'

const { desk, options: OPTIONS, close } = await openFormDesk()
afterAll(close)
beforeEach(() => {
  desk.log.length = 0
})

describeTransports('forms', (start) => {
  const open = () => start(OPTIONS)

  test('a form of an api is a plain form that posts to its own page', async () => {
    const html = await (await (await open()).request('/')).text()
    const [form = ''] = /<form class="order".*?<p/.exec(html) ?? []
    expect(form.replace(/value="[\w-]{24}"/, 'value="KEY"')).toBe(
      '<form class="order" method="post"><input type="hidden" name="fw:tool" value="api.desk.order"><input type="hidden" name="fw:key" value="KEY"><p',
    )
    expect(html).toContain('value="api.desk.save#second"')
    // The api takes precedence over values beside it.
    expect(html).not.toContain('<form method="get"><u')
    // An action that only the running page knows.
    expect(html).toMatch(
      /<form +method="post" enctype="multipart\/form-data"><!--\$--><input type="hidden" name="fw:tool"/,
    )
    expect(html).toMatch(/<form +action="\/search" method="get"><!--\$--><!--\/--><input name="text" type="file"/)
    const keys = [...html.matchAll(/name="fw:key" value="([^"]+)"/g)].map(([, key]) => key)
    expect(new Set(keys).size).toBe(4)
    expect(html).not.toContain('<script')
  })

  test('a form that may have a file field is sent as multipart, unless it has its own enctype', async () => {
    const html = await (await (await open()).request('/files')).text()
    const forms = [...html.matchAll(/<form [^>]*id="(\w+)"[^>]*>/g)].map(([tag = '', id]) => [
      id,
      /enctype="([^"]+)"/.exec(tag)?.[1],
    ])
    const multipart = 'multipart/form-data'
    expect(forms).toEqual([
      ['component', multipart],
      ['spread', multipart],
      ['kind', multipart],
      ['own', multipart],
      ['children', multipart],
      ['plain', undefined],
      ['written', 'application/x-www-form-urlencoded'],
    ])
  })

  test('fields are converted by the schema, and 303 redirects to the target of the API', async () => {
    const client = await open()
    const response = await post(
      client,
      `${GOOD}&note=&gift=on&on=2026-11-22T10:30&tags=a&tags=b&address.city=Oslo&items[0].sku=x&items[0].qty=3&fw:key=`,
    )
    expect([response.status, response.headers.get('location')]).toEqual([303, '/orders/A1'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(desk.log).toEqual([
      [
        'order',
        {
          name: 'Ann',
          count: 2,
          gift: true,
          on: new Date('2026-11-22T10:30:00Z'),
          tags: ['a', 'b'],
          address: { city: 'Oslo' },
          items: [{ sku: 'x', qty: 3 }],
        },
      ],
    ])
    // Without a result of the api, redirects to the page, with its query.
    const saved = await post(client, 'fw:tool=api.desk.save&text=x', SAME, '/?next=%2Fcart')
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/?next=%2Fcart'])
    const left = await post(client, 'fw:tool=api.desk.away')
    expect([left.status, left.headers.get('location')]).toEqual([303, '/elsewhere?x=1'])
  })

  test('an error in leadsTo does not fail a call that has run: it is logged, and the form redirects to its page', async () => {
    const lines: string[] = []
    const client = await start({
      ...OPTIONS,
      log: ({ msg, err }) => void lines.push(`${msg} ${err instanceof Error ? err.message : ''}`),
    })
    for (const to of ['', 'https://other.example/', 'relative']) {
      const response = await post(client, `fw:tool=api.desk.lost&to=${encodeURIComponent(to)}`, SAME, '/?a=1')
      expect([to, response.status, response.headers.get('location')]).toEqual([to, 303, '/?a=1'])
    }
    expect(desk.log.splice(0)).toHaveLength(3)
    const said = lines.filter((line) => line.includes('leadsTo of api.desk.lost failed'))
    expect(said).toHaveLength(3)
    expect(said[0]).toContain('no way')
    const json = await post(client, 'fw:tool=api.desk.lost&to=', { ...SAME, accept: 'application/json' })
    expect(await json.json()).toEqual({ ok: true, result: { done: 1 }, location: '/' })
  })

  test('a redirect() applies to forms: for other callers the call fails, and the log has the reason', async () => {
    const lines: string[] = []
    const client = await start({
      ...OPTIONS,
      log: ({ msg, err }) => void lines.push(`${msg} ${err instanceof Error ? err.message : ''}`),
    })
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const called = await client.request('/_fw/api/desk.away', init)
    expect([called.status, await called.text()]).toEqual([500, expect.not.stringContaining('elsewhere')])
    expect(lines.join()).toContain('api.desk.away called redirect("/elsewhere?x=1"), which only forms follow')
    const open = await start({ ...OPTIONS, production: false, log: () => undefined })
    const shown = await open.request('/_fw/api/desk.away', init)
    expect(((await shown.json()) as { error: string }).error).toContain('set leadsTo to redirect a form')
  })

  test('an invalid form renders the page again: 422, the values, and an error at each invalid field', async () => {
    const client = await open()
    const response = await post(
      client,
      'fw:tool=api.desk.order&name=%22A&count=none&gift=on&items[0].sku=x&items[0].qty=0&address.city=Oslo&password=hunter22',
    )
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain('<p class="summary">Please check the fields marked below.</p>')
    expect(html).toMatch(/<input[^>]*name="name"[^>]*value="&quot;A"/)
    expect(html).toMatch(/<input name="count" type="number" value="none"/)
    expect(html).toContain('<i>Enter a whole number</i>')
    expect(html).toContain('<b>Enter 1 or more</b>')
    expect(html).toMatch(/name="gift" checked/)
    expect(html).toMatch(/name="address.city" value="Oslo"/)
    expect(html).not.toContain('hunter22')
    // Only the form that was sent.
    expect(html).toContain('<s></s>')
    expect(desk.log).toEqual([])
    const short = await (await post(client, 'fw:tool=api.desk.order&name=A&count=2')).text()
    expect(short).toMatch(/<input (?=[^>]*aria-invalid="true")[^>]*aria-describedby="desk-order-name-error"/)
    expect(short).toContain('<p id="desk-order-name-error">Enter at least 2 characters</p>')
    // One of two forms of the same api.
    const named = await (await post(client, 'fw:tool=api.desk.save%23second&other=1')).text()
    expect(named).toContain('<s>Please check the fields marked below.</s>')
    // In a page that waits before it renders.
    const late = await post(client, 'fw:tool=api.desk.order', SAME, '/late')
    expect([late.status, await late.text()]).toEqual([422, expect.stringContaining('Please check')])
  })

  test('only our own pages may post: another site, and no evidence at all, are 403', async () => {
    const client = await open()
    const refused: Record<string, string>[] = [
      { accept: 'text/html' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const headers of refused) expect((await post(client, GOOD, headers)).status, JSON.stringify(headers)).toBe(403)
    expect(desk.log).toEqual([])
    expect((await post(client, GOOD, { origin: client.url, host: new URL(client.url).host })).status).toBe(303)
  })

  test('scopes, guards and failures are those of any other call', async () => {
    const client = await open()
    expect((await post(client, 'fw:tool=api.desk.staff')).status).toBe(403)
    expect((await post(client, 'fw:tool=api.desk.gone')).status).toBe(404)
    const login = await post(client, 'fw:tool=api.desk.enter&user=nobody')
    expect(login.status).toBe(401)
    const closed = await post(client, 'fw:tool=api.desk.enter&user=gone')
    expect(closed.status).toBe(410)
    const asJson = await post(client, 'fw:tool=api.desk.enter&user=gone', { ...SAME, accept: 'application/json' })
    expect([asJson.status, await asJson.json()]).toEqual([
      410,
      { ok: false, error: 'This account is closed.', code: 'account_closed' },
    ])
    const boom = await post(client, 'fw:tool=api.desk.enter&user=boom')
    expect([boom.status, await boom.text()]).toEqual([500, expect.not.stringContaining('secret detail')])
    // A person pays; an agent's form waits for one.
    expect((await post(client, 'fw:tool=api.desk.pay&cents=5')).status).toBe(303)
    expect(desk.log.splice(0)).toEqual([['pay', { cents: 5 }]])
    const parked = await post(client, 'fw:tool=api.desk.pay&cents=5', { ...SAME, ...AGENT })
    expect([parked.status, parked.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/_fw\/proposals\?id=/),
    ])
    expect((await post(client, 'fw:tool=api.desk.never', { ...SAME, ...AGENT })).status).toBe(403)
    expect(desk.log).toEqual([])
  })

  test('cookies that the call sets go with the redirect', async () => {
    const response = await post(await open(), 'fw:tool=api.desk.enter&user=ann')
    expect(response.status).toBe(303)
    expect(response.headers.getSetCookie().join()).toMatch(/^fw_session=/)
  })

  test('a page that many are sent has forms without keys', async () => {
    const client = await open()
    expect(await (await client.request('/shared')).text()).toContain('name="fw:key" value="">')
    // Also if only its headers declare it.
    const page = await client.request('/public')
    expect(page.headers.get('cache-control')).toBe('public, max-age=60')
    const html = await page.text()
    expect(html).toContain('<input type="hidden" name="fw:key" value="">')
    expect(html).toMatch(/name="text" value="[^"]*kept/)
  })

  test('scripts get JSON', async () => {
    const client = await open()
    const headers = { ...SAME, accept: 'application/json' }
    const done = await post(client, GOOD, headers)
    expect([done.status, await done.json()]).toEqual([200, { ok: true, result: { id: 'A1' }, location: '/orders/A1' }])
    const refused = await post(client, 'fw:tool=api.desk.order&name=Ann', headers)
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({
        ok: false,
        code: 'invalid_input',
        issues: [{ path: 'count', message: 'Fill in this field' }],
      }),
    ])
  })

  test('files come with the fields, within the limit of the server', async () => {
    const client = await open()
    const form = (size: number) => {
      const data = new FormData()
      data.set('fw:tool', 'api.desk.keep')
      data.set('title', 'A photo')
      data.set('photo', new File([new Uint8Array(size).fill(7)], 'p.png', { type: 'image/png' }))
      return { method: 'POST', headers: SAME, body: data }
    }
    expect((await client.request('/', form(70_000))).status).toBe(303)
    const bytes = Buffer.alloc(70_000, 7).toString('base64')
    expect(desk.log).toEqual([['keep', { title: 'A photo', photo: { name: 'p.png', type: 'image/png', bytes } }]])
    expect((await client.request('/', form(1_100_000))).status).toBe(413)
    const broken = await client.request('/', {
      method: 'POST',
      headers: { ...SAME, 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\n',
    })
    expect(broken.status).toBe(400)
    expect(desk.log).toHaveLength(1)
  })

  test('uploads limits a form: a larger one is 413 with the limit, renders in place, and runs nothing', async () => {
    const client = await start({
      ...OPTIONS,
      maxBodyBytes: 50_000,
      uploads: { maxBytes: 200_000, maxFileBytes: 100_000, maxFiles: 2, maxFields: 6 },
    })
    const send = (accept: string, files: readonly number[], text = 'x', more = 0) => {
      const data = new FormData()
      data.set('fw:tool', 'api.desk.keep')
      for (const size of files.slice(0, 1)) data.append('photo', new File([new Uint8Array(size)], 'p.png'))
      data.set('title', text)
      for (let index = 0; index < more; index++) data.append('more', '')
      for (const size of files.slice(1)) data.append('photo', new File([new Uint8Array(size)], 'p.png'))
      return client.request('/upload', { method: 'POST', headers: { ...SAME, accept }, body: data })
    }
    const shownForm = async (page: Response) => {
      const html = await page.text()
      const [, error, title, atPhoto] =
        /<p class="upload">(.*?)<\/p><input name="title" value="(.*?)"><i>(.*?)<\/i>/.exec(
          html.replace(/<!--.*?-->/g, ''),
        ) ?? []
      return { error, title, atPhoto }
    }
    // More than any other body may have.
    expect((await send('text/html', [90_000])).status).toBe(303)
    expect(desk.log.splice(0)).toHaveLength(1)
    const over: readonly (readonly [string, string | undefined, Parameters<typeof send>[1], string?, number?])[] = [
      [
        'This form may send at most 200 kB.',
        'makes the form larger than its limit of 200 kB',
        [99_000, 99_000],
        'x'.repeat(9000),
      ],
      ['"photo" may have at most 100 kB.', 'may have at most 100 kB', [100_001, 5]],
      ['This form may send at most 2 files.', 'the form may send at most 2 files', [1, 1, 1]],
      ['This form may have at most 6 fields.', undefined, [1], 'x', 4],
    ]
    for (const [message, atPhoto, ...form] of over) {
      const json = await send('application/json', ...form)
      const issues = atPhoto === undefined ? {} : { issues: [{ path: 'photo', message: atPhoto }] }
      expect([json.status, await json.json()]).toEqual([
        413,
        { ok: false, code: 'payload_too_large', error: message, ...issues },
      ])
      const page = await send('text/html', ...form)
      expect(page.status).toBe(413)
      expect(await shownForm(page)).toEqual({ error: message, atPhoto: atPhoto ?? '', title: form[1] ?? 'x' })
    }
    // A text that is too long isn't shown in part, because that would change the input.
    const told = { error: '"title" may have at most 50 kB.', atPhoto: '', title: '' }
    expect(await shownForm(await send('text/html', [1], 'x'.repeat(50_001)))).toEqual(told)
    const nameless = await post(client, `fw:key=a&note=${'x'.repeat(50_000)}`)
    expect([nameless.status, await nameless.text()]).toEqual([
      413,
      expect.stringContaining('<p>This form may send at most 50 kB.</p>'),
    ])
    expect(desk.log).toEqual([])
    // Forms without files keep to the other limit, and have as many fields.
    for (const [more, message] of [
      [`note=${'x'.repeat(50_000)}`, 'This form may send at most 50 kB.'],
      ['tags=1&tags=2&tags=3&tags=4', 'This form may have at most 6 fields.'],
    ]) {
      const page = await post(client, `fw:tool=api.desk.order&name=Ann+%26+Bo&count=7&${more}`)
      const html = await page.text()
      expect(page.status).toBe(413)
      expect(html).toContain(`<p class="summary">${message}</p>`)
      for (const value of ['value="Ann &amp; Bo"', 'name="count" type="number" value="7"'])
        expect(html).toContain(value)
    }
    expect((await post(client, `${GOOD}&tags=1&tags=2&tags=3`)).status).toBe(303)
  })

  test('the position of a click on an image button is no input, unless a member has the name', async () => {
    const client = await open()
    for (const click of ['x=10&y=5', 'send.x=10&send.y=0', 'fw:key=&x=1&y=-2'])
      expect([click, (await post(client, `${GOOD}&${click}`)).status]).toEqual([click, 303])
    for (const field of ['x=10', 'y=5', 'x=a&y=b', 'x=1&note=&y=2', 'x=1&z.y=2'])
      expect([field, (await post(client, `${GOOD}&${field}`)).status]).toEqual([field, 422])
    expect((await post(client, `${GOOD}&address.x=1&address.y=2`)).status).toBe(422)
  })

  test('the location of a REST response does not replace the redirect of the form', async () => {
    const publish = api({
      description: 'Publishes an article.',
      http: 'POST /api/articles',
      status: 201,
      run: ({ ctx }) => {
        ctx.headers.set('location', '/api/articles/tea')
        return { slug: 'tea' }
      },
      leadsTo: () => '/done',
    })
    const client = await start({ ...OPTIONS, apis: { desk: { publish } } })
    const form = await post(client, 'fw:tool=api.desk.publish')
    expect([form.status, form.headers.get('location')]).toEqual([303, '/done'])
    const rest = await client.request('/api/articles', { method: 'POST', headers: SAME })
    expect([rest.status, rest.headers.get('location')]).toEqual([201, '/api/articles/tea'])
  })

  test('a script that sends a form receives the URL of a redirect in a header', async () => {
    const away = api({
      description: 'Redirects.',
      run: ({ ctx, input }) => {
        ctx.headers.append('set-cookie', 'seen=1')
        ctx.headers.set('location', '/api/articles/tea')
        redirect((input as { to: string }).to, { external: true })
      },
      input: schema({ to: str() }),
    })
    const client = await start({
      ...OPTIONS,
      apis: { desk: { away } },
      middleware: (request) =>
        request.headers.has('x-signed-out')
          ? new Response('Sign in', { status: 302, headers: { location: request.headers.get('x-signed-out') ?? '' } })
          : undefined,
    })
    const script = { ...SAME, 'x-fw-form': '1' }
    const send = async (to: string, headers: Record<string, string>) => {
      const response = await post(client, `fw:tool=api.desk.away&to=${encodeURIComponent(to)}`, headers)
      const [location, target] = [response.headers.get('location'), response.headers.get('x-fw-form')]
      return [response.status, location, target, await response.text()]
    }
    const url = 'https://pay.example/checkout?order=1'
    expect(await send(url, SAME)).toEqual([303, url, null, ''])
    expect(await send(url, script)).toEqual([204, null, url, ''])
    expect(await send('/done#place', script)).toEqual([204, null, '/done#place', ''])
    expect(await send('/done', { ...script, 'x-fw-origin': 'agent' })).toEqual([303, '/done', null, ''])
    expect((await send('/done', { ...script, 'x-signed-out': url }))[2]).toBe(url)
    const first = await post(client, `fw:tool=api.desk.away&to=${encodeURIComponent(url)}`, script)
    expect([first.headers.get('cache-control'), first.headers.getSetCookie()]).toEqual(['no-store', ['seen=1']])
    const json = { ...script, accept: 'application/json' }
    for (const to of ['https://login.example/', '/login?next=1']) {
      const answer = await post(client, 'fw:tool=api.desk.away&to=/done', { ...json, 'x-signed-out': to })
      expect([answer.status, await answer.json()]).toEqual([200, { ok: true, location: to }])
    }
    expect(await send('/done', { ...json, 'x-signed-out': 'javascript:0' })).toContain('javascript:0')
    // Another site doesn't read where this one redirects to.
    const cross = await client.request('/', {
      headers: { 'x-fw-form': '1', 'x-signed-out': 'https://login.example/', 'sec-fetch-site': 'cross-site' },
      redirect: 'manual',
    })
    expect([cross.status, cross.headers.get('x-fw-form')]).toEqual([302, null])
  })

  test('other posts to pages are not handled', async () => {
    const client = await open()
    expect((await post(client, 'a=b')).status).toBe(405)
    expect((await post(client, GOOD, SAME, '/nowhere')).status).toBe(405)
    expect((await client.request('/', { method: 'POST', body: '{}' })).status).toBe(405)
    const fields = Array.from({ length: 1001 }, (_, index) => `a=${index}`).join('&')
    expect((await post(client, `${GOOD}&${fields}`)).status).toBe(413)
    expect((await post(client, GOOD, { ...SAME, 'content-encoding': 'gzip' })).status).toBe(415)
  })
})
