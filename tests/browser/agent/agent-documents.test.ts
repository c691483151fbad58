/** Documents that the browser loads because of an agent: their code has agent origin, and a person's documents don't. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { FwServerOptions } from '../../../runtime/src/server.ts'
import { agentPages, openShadows } from '../agent-pages.ts'
import { call, clickAsAgent } from './act-as-agent.ts'

/** Pages of the app without the framework's scripts, which lead to another page by themselves. */
const HOPS: Readonly<Record<string, string>> = {
  '/by-refresh': '<meta http-equiv="refresh" content="0; url=/loads?hop">',
  '/by-script': '<script>location.replace("/loads?hop")</script>',
  '/by-timer': '<script>setTimeout(() => { location.href = "/loads?hop" }, 200)</script>',
}
const middleware = async (request: Request) => {
  const html = HOPS[new URL(request.url).pathname]
  return html && new Response(`<!doctype html>${html}`, { headers: { 'content-type': 'text/html' } })
}

const followed = agentPages({ middleware } as FwServerOptions) // the rest is the app's
/** Arrives after a person could click. */
const slowly = async (request: Request) => {
  if (new URL(request.url).search === '?slow') await new Promise((resolve) => setTimeout(resolve, 1_500))
  return middleware(request)
}
/** Every navigation loads a document. */
const loaded = agentPages({ middleware: slowly, navigation: { spa: false } } as FwServerOptions)

type Pages = typeof followed

const open = async (pages: Pages, path = '/loads'): Promise<Page> => {
  const page = await pages.open(path, openShadows)
  await page.waitForLoadState('networkidle')
  await mark(page)
  return page
}
/** A new document lacks the mark. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-marker', ''))
/** A call's document may be gone before its result. */
const tryCall = (page: Page, name: string, input?: unknown) => call(page, name, input).catch(() => undefined)
const press = (page: Page, name: string) => page.getByText(name, { exact: true }).click()
const isReady = (page: Page) => page.locator('html:not([data-marker]) fw-island[ok]').first().waitFor()

const agentClicks = (page: Page, name: string) => clickAsAgent(page, name).catch(() => undefined)

/** Resolves with the origin of the call that the next document makes when it starts. */
async function startsAs({ server }: Pages, page: Page, load: () => Promise<unknown>): Promise<string | undefined> {
  const before = server.audit.length
  await load()
  await isReady(page)
  const starts = () => server.audit.slice(before).filter(({ tool }) => tool === 'api.shop.never')
  await expect.poll(starts, { timeout: 3_000 }).toHaveLength(1)
  await mark(page)
  return starts()[0]?.origin
}

/** Longer than the time between a mark and the navigation. */
const HESITATION_MS = 6_000

/** Makes the browser ask the person before it leaves the page. */
async function askBeforeLeaving(page: Page): Promise<void> {
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
  // Browsers ask only a person who has used the page.
  await page.mouse.click(5, 5)
}

/** Replies to the browser's question after a while. Resolves after the reply. */
function hesitate(page: Page, reply: 'accept' | 'dismiss'): Promise<void> {
  return new Promise((resolve) => {
    page.once('dialog', async (dialog) => {
      await page.waitForTimeout(HESITATION_MS)
      resolve(dialog[reply]())
    })
  })
}

const RELOADS = ['reload', 'reload later', 'reload by timer', 'go', 'navigation api']
const LOADS = [...RELOADS, 'href', 'replace', 'refresh', 'next page', 'form', 'find']

describe('a document that an agent loads', () => {
  test.each(RELOADS)(
    'starts with agent origin in an app that follows links, and a reload resets it: %s',
    async (name) => {
      const page = await open(followed)
      expect(await startsAs(followed, page, () => agentClicks(page, name))).toBe('agent')
      expect(await startsAs(followed, page, () => page.reload())).toBe('human')
    },
  )

  test.each(LOADS)(
    'starts with agent origin where each page is a document, and a reload resets it: %s',
    async (name) => {
      const page = await open(loaded)
      expect(await startsAs(loaded, page, () => agentClicks(page, name))).toBe('agent')
      expect(await startsAs(loaded, page, () => page.reload())).toBe('human')
    },
  )

  test.each([
    ['reload', followed],
    ['href', loaded],
    ['form', loaded],
  ] as const)(
    'starts with agent origin if a person confirms after a while that the page may be left: %s',
    async (name, pages) => {
      const page = await open(pages)
      await askBeforeLeaving(page)
      void hesitate(page, 'accept')
      expect(await startsAs(pages, page, () => agentClicks(page, name))).toBe('agent')
    },
    20_000,
  )

  test('starts with agent origin: the way back', async () => {
    const page = await open(loaded, '/loads?one')
    await startsAs(loaded, page, () => press(page, 'href'))
    expect(await startsAs(loaded, page, () => agentClicks(page, 'back'))).toBe('agent')
  })

  test('starts with agent origin if a person clicks a download before it has arrived', async () => {
    const page = await loaded.open('/later')
    await mark(page)
    const place = await page.getByText('Save', { exact: true }).boundingBox()
    const click = async () => {
      const leaves = page.waitForEvent('console')
      await page.evaluate(() => {
        navigation.addEventListener('navigate', () => console.log('leaves'))
        void window.fw?.call('ui_navigate', { url: '/loads?slow' })
      })
      await leaves
      await page.mouse.click((place?.x ?? 0) + 3, (place?.y ?? 0) + 3)
    }
    expect(await startsAs(loaded, page, click)).toBe('agent')
  })

  test('starts with agent origin: fw.navigate and ui_navigate', async () => {
    const page = await open(loaded)
    const navigate = () => page.evaluate(() => void window.fw?.navigate('/loads?fw'))
    expect(await startsAs(loaded, page, navigate)).toBe('agent')
    expect(await startsAs(loaded, page, () => tryCall(page, 'ui_navigate', { url: '/loads?ui' }))).toBe('agent')
  })

  test('starts with agent origin after another that an agent loaded', async () => {
    const page = await open(followed)
    expect(await startsAs(followed, page, () => agentClicks(page, 'reload'))).toBe('agent')
    const reload = () => page.evaluate(() => setTimeout(() => location.reload()))
    expect(await startsAs(followed, page, reload)).toBe('agent')
  })

  test.each(Object.keys(HOPS))('starts with agent origin behind a page that leads to it: %s', async (url) => {
    for (const pages of [followed, loaded]) {
      const page = await open(pages)
      expect(await startsAs(pages, page, () => tryCall(page, 'ui_navigate', { url }))).toBe('agent')
      expect(await startsAs(pages, page, () => page.reload())).toBe('human')
    }
  })

  test('asks for the approval of intents that its islands call when they start', async () => {
    const page = await open(followed, '/loads?intent')
    expect(followed.server.ran).toContain('order at start')
    followed.server.ran.length = 0
    await agentClicks(page, 'reload')
    await isReady(page)
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
    expect(followed.server.ran).toEqual([])
  })

  test('has no gestures that are none, also before the tools of the agent are loaded: a change of the screen', async () => {
    const page = await open(followed)
    await tryCall(page, 'ui_read_page')
    let isHeld = false
    await page.route('**/*.js', async (route) => {
      const response = await route.fetch()
      // The tools of the agent, for which islands wait.
      if ((await response.text()).includes('This page has no tool')) isHeld = true
      else await route.fulfill({ response })
    })
    await agentClicks(page, 'reload')
    await expect.poll(() => isHeld).toBe(true)
    const before = followed.server.audit.length
    const change = async () => {
      for (const media of ['print', 'screen'] as const) await page.emulateMedia({ media })
      return followed.server.audit.slice(before).map(({ origin }) => origin)
    }
    await expect.poll(change).toContain('agent')
    expect(await change()).not.toContain('human')
  })

  test('has no gestures that are none, also before the tools of the agent are loaded: events of scripts', async () => {
    const page = await open(followed, '/loads?acts')
    await tryCall(page, 'ui_read_page')
    await page.route('**/*.js', async (route) => {
      const response = await route.fetch()
      // The tools of the agent, for which islands wait.
      if (!(await response.text()).includes('This page has no tool')) await route.fulfill({ response })
    })
    const before = followed.server.audit.length
    await agentClicks(page, 'reload')
    const origins = () => followed.server.audit.slice(before).map(({ origin }) => origin)
    await expect.poll(origins, { timeout: 4_000 }).toEqual(['agent', 'agent'])
  })

  test.each(['while the document is parsed', 'after it by submit()', 'long after it'])(
    'has the forms that its scripts send before the tools of the agent are loaded: %s',
    async (moment) => {
      const page = await open(followed)
      await tryCall(page, 'ui_read_page')
      await holdTools(page)
      await page.addInitScript(sendOnce, moment)
      const before = followed.server.audit.length
      const posted = page.waitForRequest((request) => request.method() === 'POST')
      await agentClicks(page, 'reload')
      expect((await posted).resourceType()).toBe('document')
      const calls = () => followed.server.audit.slice(before).map(({ tool, origin }) => `${origin} ${tool}`)
      await expect.poll(calls).toContain('agent api.shop.order')
    },
    15_000,
  )

  test("has a person's forms after the tools of the agent are loaded", async () => {
    const page = await open(followed)
    await startsAs(followed, page, () => agentClicks(page, 'reload'))
    expect(await page.evaluate(() => document.cookie)).not.toContain('fw_form')
    const before = followed.server.audit.length
    await press(page, 'form')
    await expect.poll(() => followed.server.audit.slice(before)).toMatchObject([{ origin: 'human' }])
  })

  test("doesn't stop the calls of a person", async () => {
    const page = await open(followed)
    await startsAs(followed, page, () => agentClicks(page, 'reload'))
    followed.server.ran.length = 0
    await press(page, 'pay')
    await expect.poll(() => followed.server.ran).toEqual(['pay 3'])
  })
})

/** The tools of an agent, for which islands wait, don't arrive. */
const holdTools = (page: Page) =>
  page.route('**/*.js', async (route) => {
    const response = await route.fetch()
    if (!(await response.text()).includes('This page has no tool')) await route.fulfill({ response })
  })

/** A script of the document that sends a form outside of its islands. */
function sendOnce(moment: string): void {
  const send = () => {
    const form = document.querySelector('section form')?.cloneNode(true) as HTMLFormElement | undefined
    if (!form || sessionStorage.getItem('sent') === 'yes') return
    sessionStorage.setItem('sent', 'yes')
    document.body.append(form)
    if (moment.endsWith('submit()')) form.submit()
    else form.requestSubmit()
  }
  // Modules run between the two.
  if (moment.startsWith('while')) document.addEventListener('readystatechange', send, { once: true })
  else addEventListener('load', () => setTimeout(send, moment.startsWith('long') ? 5_500 : 200))
}

/** The app fills its session storage to the last character. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    let text = ''
    for (let size = 4_000_000; size >= 1; )
      try {
        sessionStorage.setItem('draft', text + 'x'.repeat(size))
        text += 'x'.repeat(size)
      } catch {
        size = Math.floor(size / 2)
      }
  })

describe('a document whose mark an app does not leave in the session storage', () => {
  test.each(['reload', 'go', 'navigation api', 'href', 'replace', 'next page'])(
    "isn't loaded for an agent if the storage is full: %s",
    async (name) => {
      const page = await open(loaded)
      await fillStorage(page)
      const before = loaded.server.audit.length
      expect(await clickAsAgent(page, name)).toMatchObject({ ok: false, code: 'unavailable' })
      await page.waitForTimeout(500)
      expect(await page.evaluate(() => document.documentElement.hasAttribute('data-marker'))).toBe(true)
      expect(loaded.server.audit.slice(before)).toEqual([])
      expect(loaded.opened.logs.join()).toContain('the session storage of the app is full')
    },
  )

  test("isn't loaded for an agent that sends a form if the storage is full: the agent gets the result of the form", async () => {
    const page = await open(loaded)
    await fillStorage(page)
    const sent = await clickAsAgent(page, 'form')
    expect(sent).toMatchObject({ ok: true, result: { forms: [{ status: 200 }] } })
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-marker'))).toBe(true)
  })

  test("isn't loaded for an agent that navigates if the storage is full, and is for a person", async () => {
    const page = await open(loaded)
    await fillStorage(page)
    expect(await call(page, 'ui_navigate', { url: '/loads?ui' })).toMatchObject({ ok: false, code: 'unavailable' })
    const navigates = page.evaluate(() => window.fw?.navigate('/loads?fw'))
    await expect(navigates).rejects.toThrow('the session storage of the app is full')
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-marker'))).toBe(true)
    expect(await startsAs(loaded, page, () => press(page, 'next page'))).toBe('human')
  })

  test.each(['reload', 'href', 'form'])(
    'starts with agent origin if the app clears the storage when it is left: %s',
    async (name) => {
      const page = await open(loaded)
      await page.evaluate(() => addEventListener('pagehide', () => sessionStorage.clear()))
      expect(await startsAs(loaded, page, () => agentClicks(page, name))).toBe('agent')
    },
  )

  test('starts with agent origin if the app clears the storage when it is left later than the first act', async () => {
    const page = await open(loaded)
    await loaded.opened.page.route('**/loads?href', (route) => route.fulfill({ status: 204 }))
    await agentClicks(page, 'href')
    await page.evaluate(() => addEventListener('pagehide', () => sessionStorage.clear()))
    expect(await startsAs(loaded, page, () => agentClicks(page, 'reload'))).toBe('agent')
  })
})

describe('a document that a person loads after an act of an agent', () => {
  // The cause of a refresh is unknown: the browser begins it later.
  test.each(LOADS.filter((name) => name !== 'refresh'))('starts with human origin: %s', async (name) => {
    const page = await open(loaded)
    await tryCall(page, 'Loads.idle')
    expect(await startsAs(loaded, page, () => press(page, name))).toBe('human')
  })

  test.each(RELOADS)('starts with human origin in an app that follows links: %s', async (name) => {
    const page = await open(followed)
    await tryCall(page, 'Loads.idle')
    expect(await startsAs(followed, page, () => press(page, name))).toBe('human')
  })

  test('starts with human origin: a reload by the browser', async () => {
    const page = await open(followed)
    await tryCall(page, 'Loads.idle')
    expect(await startsAs(followed, page, () => page.reload())).toBe('human')
  })

  test("starts with human origin: a link whose page this document can't show", async () => {
    const page = await open(followed)
    await tryCall(page, 'Loads.idle')
    // As after a deployment.
    await page.evaluate(() => document.documentElement.setAttribute('data-fw', 'another build'))
    expect(await startsAs(followed, page, () => press(page, 'next page'))).toBe('human')
  })

  test('starts with human origin where a person has stayed instead of following an agent', async () => {
    const page = await open(loaded)
    await askBeforeLeaving(page)
    const stays = hesitate(page, 'dismiss')
    void agentClicks(page, 'href')
    await stays
    await page.waitForTimeout(HESITATION_MS)
    page.once('dialog', (dialog) => dialog.accept())
    expect(await startsAs(loaded, page, () => page.reload())).toBe('human')
  }, 30_000)

  test('starts with human origin where an agent could not leave', async () => {
    const page = await open(loaded)
    await page.route('**/loads?href', (route) => route.fulfill({ status: 204 }))
    await agentClicks(page, 'href')
    await page.waitForTimeout(300)
    expect(await startsAs(loaded, page, () => press(page, 'next page'))).toBe('human')
  })
})
