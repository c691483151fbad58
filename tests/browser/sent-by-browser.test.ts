/** Requests that markup of a page causes have agent origin at endpoints, addresses and pages: an agent may have caused them. */
import { describe, expect, test } from 'vitest'
import type { EndpointEvent } from '../../runtime/src/h3.ts'
import { serve } from '../../runtime/src/host.ts'
import { api, schema, str } from '../../runtime/src/index.ts'
import { createFwServer } from '../../runtime/src/server.ts'
import { Html } from '../../runtime/src/solid/render/html.ts'
import { type LaunchOptions, launchChromium } from './chromium.ts'

/** Markup whose parts the browser requests. `$` is the URL. */
const PARTS: Readonly<Record<string, string>> = {
  image: '<img src="$">',
  'image with crossorigin': '<img crossorigin src="$">',
  'image in SVG': '<svg><image crossorigin href="$"></image></svg>',
  'shape in SVG': '<svg><use href="$#a"></use></svg>',
  mask: '<p style="mask-image: url($)">a</p>',
  filter: '<p style="filter: url($#a)">a</p>',
  style: '<link rel="stylesheet" href="$">',
  'style with crossorigin': '<link rel="stylesheet" crossorigin href="$">',
  frame: '<iframe src="$"></iframe>',
  font: '<style>@font-face { font-family: own; src: url($) }</style><p style="font-family: own">a</p>',
  video: '<video crossorigin src="$"></video>',
  sound: '<audio crossorigin="use-credentials" src="$"></audio>',
  subtitles: '<video crossorigin><track default kind="captions" src="$"></video>',
  module: '<link rel="modulepreload" href="$">',
  prefetch: '<link rel="prefetch" crossorigin href="$">',
  preload: '<link rel="preload" as="fetch" href="$">',
  'preload with crossorigin': '<link rel="preload" as="fetch" crossorigin href="$">',
  'preload with credentials': '<link rel="preload" as="fetch" crossorigin="use-credentials" href="$">',
  dictionary: '<link rel="compression-dictionary" href="$">',
  'dictionary with credentials': '<link rel="compression-dictionary" crossorigin="use-credentials" href="$">',
}

/** A service worker that passes all requests on. */
const WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => event.respondWith(fetch(event.request)))`

/** What ran, by the name of the part that caused it. */
async function listRuns(launch: LaunchOptions, host: string | undefined, worker?: string): Promise<readonly string[]> {
  const ran: string[] = []
  const input = schema({ by: str() })
  const erase = api({
    description: 'Erases all.',
    guard: 'confirm',
    readonly: true,
    http: 'GET /erased',
    input,
    run: ({ input: { by } }) => void ran.push(by),
  })
  const modules: Readonly<Record<string, object>> = {
    'index.tsx': { default: () => new Html('<p>The page</p>'), meta: { title: 'Page' } },
    'erasing.tsx': {
      default: async ({ search }: { search: URLSearchParams }) => {
        await erase({ by: search.get('by') ?? '' }).catch(() => undefined)
        return new Html('<p>Erased</p>')
      },
      meta: { title: 'Erasing' },
    },
    'erase.http.ts': {
      GET: async ({ req }: EndpointEvent) => {
        await erase({ by: new URL(req.url).searchParams.get('by') ?? '' }).catch(() => undefined)
        return ''
      },
    },
  }
  const server = createFwServer({
    apis: { desk: { erase } },
    allowedHosts: ['app.example'],
    log: () => undefined,
    middleware: ({ url }) =>
      new URL(url).pathname === '/worker.js'
        ? new Response(worker, { headers: { 'content-type': 'text/javascript' } })
        : undefined,
    routeFiles: Object.keys(modules).map((filePath) => ({ filePath })),
    loadRoute: async (filePath) => modules[filePath] as never,
  })
  const listening = await serve(server, { port: 0, drainMs: 100 })
  const chromium = await launchChromium(launch)
  try {
    const { page } = await chromium.open(host === undefined ? listening.url : `http://${host}:${listening.port}/`)
    if (worker !== undefined)
      await page.evaluate(async () => {
        await navigator.serviceWorker.register('/worker.js')
        await new Promise((resolve) => {
          if (navigator.serviceWorker.controller) resolve(0)
          navigator.serviceWorker.oncontrollerchange = resolve
        })
      })
    await page.evaluate(async (markup) => {
      const add = (html: string) => document.body.append(document.createRange().createContextualFragment(html))
      for (const [name, html] of Object.entries(markup)) {
        const value = (by: string) => encodeURIComponent(JSON.stringify({ by }))
        const by = encodeURIComponent(name)
        add(html.replace('$', `/erase?by=${by}`))
        add(html.replace('$', `/erased?by=${by}-address`))
        // A page in a frame, or one that is opened later, is a document.
        if (name !== 'frame' && name !== 'prefetch') add(html.replace('$', `/erasing?by=${by}-page`))
        add(html.replace('$', `/_fw/api/desk.erase?input=${value(`${name}-call`)}`))
        add(html.replace('$', `/_fw/manifest?path=${encodeURIComponent(`/erasing?by=${by}-manifest`)}`))
      }
      const headers = { 'x-fw-origin': 'human' }
      await fetch('/erase?by=fetch', { headers })
      await fetch('/erase?by=range', { headers: { ...headers, range: 'bytes=0-99' } })
      await fetch('/erasing?by=page', { headers })
      await fetch('/erasing?by=document', { headers: { accept: 'text/html' } })
      await fetch('/erasing?by=live', { headers: { 'x-fw-live': 'page' } })
      await fetch('/erased?by=address', { headers: { ...headers, accept: 'text/html, application/json' } })
      await fetch(`/_fw/api/desk.erase?input=${encodeURIComponent('{"by":"call"}')}`, { headers })
      await new Promise((resolve) => {
        const request = new XMLHttpRequest()
        request.open('GET', '/erase?by=request')
        request.setRequestHeader('x-fw-origin', 'human')
        request.onloadend = resolve
        request.send()
      })
      await new Promise((resolve) => {
        new EventSource('/erase?by=events').onerror = resolve
      })
      await fetch('/erase?by=unproven')
      await fetch('/erased?by=unproven-address', { headers: { accept: 'application/json' } })
      await fetch('/erasing?by=unproven-page')
      await fetch('/erase?by=agent', { headers: { 'x-fw-origin': 'agent' } })
    }, PARTS)
    await page.waitForTimeout(1_000)
    return ran
  } finally {
    await chromium.close()
    await listening.close()
  }
}

const BY_SCRIPTS = ['fetch', 'range', 'page', 'document', 'live', 'address', 'call', 'request', 'events']

describe('a guarded function runs for scripts that send the header, and for no part of a page', () => {
  test('on this machine, or with TLS', async () => {
    expect(await listRuns({}, undefined)).toEqual(BY_SCRIPTS)
  })

  test('without TLS', async () => {
    const launch = { args: ['--host-resolver-rules=MAP app.example 127.0.0.1'] }
    expect(await listRuns(launch, 'app.example')).toEqual(BY_SCRIPTS)
  })

  test('behind a service worker that passes requests on', async () => {
    expect(await listRuns({}, undefined, WORKER)).toEqual(BY_SCRIPTS)
  })
})
