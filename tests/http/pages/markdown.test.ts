/** The Markdown twin of every page. */
import { expect, test } from 'vitest'
import { notFound, redirect } from '../../../runtime/src/index.ts'
import { routeModules } from '../route-modules.ts'
import { describeTransports } from '../transports.ts'

const routes = routeModules({
  '_layout.tsx': {
    html: () =>
      '<header>The shop</header><nav><a href="/">Home</a></nav><footer>Imprint</footer><script>alert(1)</script>',
  },
  'index.tsx': {
    meta: { title: 'Shop' },
    html: () => '<main><h1>Welcome</h1><p>To <a href="/tea">tea</a>.</p></main>',
  },
  'tea.tsx': {
    meta: { title: 'Tea &\n cake' },
    html: ({ ctx }) =>
      `<main><nav>crumbs</nav><p>For <b>${ctx.user ?? 'you'}</b>: <a href="/a?x=1&amp;y">green</a>, <a href="https://e.example/">else</a></p><fw-island i="0" c="c#C" p="{}"><b>3 left</b><button>Buy 3</button></fw-island><pre><code># no heading</code></pre><script>alert(2)</script></main>`,
  },
  'tea/[slug].tsx': {
    html: ({ params }) => (params.slug === 'none' ? notFound() : `<main><h1>${params.slug}</h1></main>`),
  },
  'form.tsx': {
    html: () =>
      '<main><h1>Order</h1><h2><button type="button" aria-expanded="true">Shipping</button></h2><p>In a day. <a href="/how">How</a></p><img src="/van.png" alt="A van"><form method="post"><fieldset><legend>Which</legend><label>Name <input name="n" value="x"></label><label for="s">Size</label><select id="s"><option>Small</option></select><textarea>note</textarea></fieldset><p>Free from 50</p><button>Order <b>now</b></button><div role="button">Later</div></form><dialog>Sure?</dialog></main>',
  },
  'rows.tsx': {
    html: () =>
      '<main><h1>Rows</h1><p><span>css</span><!--/--><!--$--><span>now</span><a href="/high">High</a><strong>Open</strong>, <b>no</b>body</p><pre><code><span>con</span><span>st</span></code></pre></main>',
  },
  'old.tsx': { html: () => redirect('/tea') },
  'broken.tsx': {
    html: () => {
      throw new Error('broken')
    },
  },
  'notes.md.tsx': { html: () => '<p>a page called notes.md</p>' },
  'notes.tsx': { html: () => '<p>notes</p>' },
  '_404.tsx': { html: () => '<main><h1>Not here</h1></main>' },
})

describeTransports('Markdown', (start) => {
  const ask = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
    const { request } = await start({
      routeFiles: routes.routeFiles,
      loadRoute: routes.loadRoute,
      log: () => undefined,
    })
    const response = await request(path, { headers, ...init })
    const { status } = response
    return {
      status,
      type: response.headers.get('content-type'),
      headers: response.headers,
      text: await response.text(),
    }
  }
  const MARKDOWN = 'text/markdown; charset=utf-8'

  test('every page has a Markdown version: its main content, with unchanged URLs', async () => {
    const tea = await ask('/tea.md')
    expect([tea.status, tea.type]).toEqual([200, MARKDOWN])
    expect(tea.text).toBe(
      '# Tea & cake\n\nFor **you**: [green](/a?x=1&y), [else](https://e.example/)\n\n**3 left**\n\n```\n# no heading\n```\n',
    )
    expect(tea.headers.get('cache-control')).toBe('private, no-store')
    expect(tea.headers.get('link')).toBe('</tea>; rel="canonical"')
    expect((await ask('/index.md')).text).toBe('# Welcome\n\nTo [tea](/tea).\n')
    expect((await ask('/tea/gr%C3%BCn%20x.md')).text).toBe('# grün x\n')
  })

  test('inline elements that only CSS keeps apart have a space between them, except in code', async () => {
    expect((await ask('/rows.md')).text).toBe(
      '# Rows\n\ncss now [High](/high) **Open**, **no**body\n\n```\nconst\n```\n',
    )
  })

  // A reader of the text cannot press a button; agents find what they can call in llms.txt and the manifest.
  test('a twin holds text, links and pictures, and no controls', async () => {
    expect((await ask('/form.md')).text).toBe(
      '# Order\n\n## Shipping\n\nIn a day. [How](/how)\n\n![A van](/van.png)\n\nFree from 50\n',
    )
  })

  test('Accept selects it at the page’s own URL, and the response varies on Accept', async () => {
    for (const accept of [
      'text/markdown',
      'text/markdown, text/html;q=0.9, */*;q=0.1',
      'text/html;q=0.5, text/Markdown;q=0.7',
    ])
      expect([accept, (await ask('/tea', { accept })).type]).toEqual([accept, MARKDOWN])
    for (const accept of [
      '*/*',
      'text/html,*/*;q=0.8',
      'text/html, text/markdown',
      'text/markdown;q=0, */*',
      'text/markdown;q=0.1, */*',
    ])
      expect([accept, (await ask('/tea', { accept })).type]).toEqual([accept, 'text/html; charset=utf-8'])
    expect((await ask('/tea')).headers.get('vary')).toBe('accept, x-fw-navigation')
    expect((await ask('/tea', { accept: 'text/markdown' })).headers.get('vary')).toBe('accept, x-fw-navigation')
    expect((await ask('/', { accept: 'text/markdown' })).text).toBe('# Welcome\n\nTo [tea](/tea).\n')
  })

  test("the app's own vary headers are merged, in ctx.headers and in a Response", async () => {
    const vary = async (path: string) => {
      const { request } = await start({
        routes: {
          '/own': ({ ctx }) => {
            ctx.headers.append('vary', 'Accept-Language, accept')
            ctx.headers.append('vary', 'cookie')
            return '<p>own</p>'
          },
          '/all': ({ ctx }) => {
            ctx.headers.set('vary', '*')
            return '<p>all</p>'
          },
          '/response': () => new Response('<p>x</p>', { headers: { 'content-type': 'text/html', vary: 'cookie' } }),
          '/text': () => new Response('x', { headers: { 'content-type': 'text/plain' } }),
        },
        log: () => undefined,
      })
      return (await request(path)).headers.get('vary')
    }
    expect(await vary('/own')).toBe('accept, x-fw-navigation, accept-language, cookie')
    expect(await vary('/all')).toBe('*')
    expect(await vary('/response')).toBe('cookie, accept')
    expect(await vary('/text')).toBeNull()
  })

  test('pages link to their Markdown version', async () => {
    expect((await ask('/tea')).text).toContain(
      '<link id="fw-markdown" rel="alternate" type="text/markdown" href="/tea.md">',
    )
    expect((await ask('/')).text).toContain('href="/index.md"')
    expect((await ask('/nothing')).text).not.toContain('text/markdown')
    expect((await ask('/tea/none')).text).not.toContain('text/markdown')
  })

  test('the status is the page’s', async () => {
    const missing = await ask('/nothing.md')
    expect([missing.status, missing.type, missing.text]).toEqual([404, MARKDOWN, '# Not here\n'])
    const gone = await ask('/tea/none.md')
    expect([gone.status, gone.text]).toEqual([404, '# Not here\n'])
    const moved = await ask('/old.md')
    expect([moved.status, moved.headers.get('location')]).toEqual([303, '/tea'])
    const broken = await ask('/broken.md')
    expect([broken.status, broken.text]).toEqual([500, 'Internal server error'])
    const head = await ask('/tea.md', {}, { method: 'HEAD' })
    expect([head.status, head.type, head.text]).toEqual([200, MARKDOWN, ''])
    expect((await ask('/tea.md', {}, { method: 'POST' })).status).toBe(405)
  })

  test('a page whose own name ends with .md takes precedence; framework paths have no Markdown version', async () => {
    const notes = await ask('/notes.md')
    expect([notes.type, notes.text]).toEqual(['text/html; charset=utf-8', expect.stringContaining('called notes.md')])
    expect((await ask('/_fw/health.md')).type).not.toBe(MARKDOWN)
    expect((await ask('/.md')).status).toBe(404)
  })

  test.each(['..md', '...md'])('no page has a dot segment as parameter: %s', async (name) => {
    const { request, post } = await start({ ...routes, log: () => undefined })
    const params = { uri: `fw:///tea/${name}` }
    const { body } = await post('/_fw/mcp', { jsonrpc: '2.0', id: 1, method: 'resources/read', params })
    expect(body).toMatchObject({ error: { message: expect.stringContaining('not found') } })
    expect(await (await request(`/tea/${name}`)).text()).toContain(`<h1>${name}</h1>`)
  })

  test('the twin is rendered for the caller', async () => {
    const { request } = await start({ ...routes, ctxFor: () => ({ user: 'Ada' }), log: () => undefined })
    expect(await (await request('/tea.md')).text()).toContain('For **Ada**')
  })
})
