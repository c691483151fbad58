/** The origin of calls in work that people and agents share: queues, loops, and questions with a reply of the other. */
import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { agentPages, openShadows } from '../agent-pages.ts'
import { call, clickAsAgent } from './act-as-agent.ts'

const pages = agentPages()
const QUEUES = ['loop', 'recursion', 'reaction', 'tail', 'page']
const DATA_QUEUES = ['loop', 'method', 'two functions', 'two reactions', 'parameter', 'computed member']
const QUESTIONS = ['direct', 'resolvers', 'wrapped', 'late', 'all', 'chained', 'early']
/** Questions whose replies the compiler can't follow. */
const BROWSER_QUESTIONS = ['dialog', 'stream']
const nameAnswer = (by: string) => (by === 'dialog' ? 'Sure' : 'Yes')

async function open(prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await pages.open('/queues', prepare)
  await page.locator('[data-ready=true]').waitFor()
  await call(page, 'Queues.idle')
  return page
}
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** The origin of the next call of an api. */
function nextOrigin() {
  const before = pages.server.audit.length
  return expect.poll(() => pages.server.audit.slice(before).map(({ origin }) => origin), { timeout: 4_000 })
}

describe('a job in a queue has the origin of who queued it', () => {
  test.each(QUEUES)("a person's, behind an agent's: %s", async (by) => {
    const page = await open()
    const origin = nextOrigin()
    await call(page, 'Queues.hold', { by })
    await click(page, `pay by ${by}`)
    await origin.toEqual(['human'])
  })

  test.each(QUEUES)("an agent's, behind a person's: %s", async (by) => {
    const page = await open()
    const origin = nextOrigin()
    await click(page, `hold by ${by}`)
    await call(page, 'Queues.pay', { by })
    await origin.toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })

  test.each(DATA_QUEUES)("an agent's data, behind a person's: %s", async (by) => {
    const page = await open()
    const origin = nextOrigin()
    await click(page, `wait by data in ${by}`)
    await call(page, 'Queues.save', { by })
    await origin.toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })

  test.each(DATA_QUEUES)("an agent's data from slow work that began earlier, behind a person's: %s", async (by) => {
    const page = await open()
    const origin = nextOrigin()
    await call(page, 'Queues.saveLater', { by })
    await click(page, `wait by data in ${by}`)
    await origin.toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })

  test.each(['handler', 'listener', 'lock'])(
    "an agent's data from slow work that continues in a callback of the browser, behind a person's: %s",
    async (report) => {
      const page = await open()
      await page.route('**/slow', async (route) => {
        await page.waitForTimeout(400)
        await route.fulfill({ body: '' })
      })
      await page.evaluate(() => {
        void navigator.locks.request('turn', () => new Promise((resolve) => setTimeout(resolve, 400)))
      })
      const origin = nextOrigin()
      await call(page, 'Queues.saveAfter', { by: 'loop', report })
      await click(page, 'wait by data in loop')
      await origin.toEqual(['agent'])
      expect(pages.server.ran).toEqual([])
    },
  )

  test("an agent's data, behind a person's call of an intent", async () => {
    const page = await open(openShadows)
    await click(page, 'Remove')
    await call(page, 'Removals.removeNext', { id: 'other' })
    await page.getByRole('button', { name: /^Approve/ }).waitFor()
    expect(await page.getByRole('status').allTextContents()).toContain('mine')
  })

  test.each([...DATA_QUEUES, 'listener'])("an agent's data, behind a call of a person: %s", async (by) => {
    const page = await open()
    await page.route('**/_fw/api/shop.order', async (route) => {
      await page.waitForTimeout(700)
      await route.continue()
    })
    const origin = nextOrigin()
    await click(page, `order by data in ${by}`)
    await call(page, 'Queues.save', { by })
    await origin.toEqual(['human', 'agent'])
    expect(pages.server.ran).toEqual(['order tea'])
  })

  test.each([...DATA_QUEUES, 'listener'])("a person's data, behind a call of the person: %s", async (by) => {
    const page = await open()
    const origin = nextOrigin()
    await click(page, `order by data in ${by}`)
    await click(page, `pay by data in ${by}`)
    await origin.toEqual(['human', 'human'])
  })
})

describe('work that waits for a reply', () => {
  test.each([...QUESTIONS, ...BROWSER_QUESTIONS])(
    "has agent origin if an agent has replied to a person's question: %s",
    async (by) => {
      const page = await open()
      const origin = nextOrigin()
      await click(page, `ask by ${by}`)
      await clickAsAgent(page, nameAnswer(by))
      await origin.toEqual(['agent'])
      expect(pages.server.ran).toEqual([])
    },
  )

  test.each(QUESTIONS)('has agent origin if slow work of an agent that began earlier has replied: %s', async (by) => {
    const page = await open()
    const origin = nextOrigin()
    await call(page, 'Questions.replyLater')
    await click(page, `ask by ${by}`)
    await origin.toEqual(['agent'])
    expect(pages.server.ran).toEqual([])
  })

  test.each([...QUESTIONS, ...BROWSER_QUESTIONS])('has human origin if a person replies: %s', async (by) => {
    const page = await open()
    const origin = nextOrigin()
    await click(page, `ask by ${by}`)
    await click(page, nameAnswer(by))
    await origin.toEqual(['human'])
  })

  test.each([...QUESTIONS, ...BROWSER_QUESTIONS])(
    'has agent origin if an agent acts before a person replies: %s',
    async (by) => {
      const page = await open()
      const origin = nextOrigin()
      await click(page, `ask by ${by}`)
      await call(page, 'Queues.idle')
      await click(page, nameAnswer(by))
      await origin.toEqual(['agent'])
      expect(pages.server.ran).toEqual([])
    },
  )
})

describe("a person's click that waits", () => {
  /** The button, and the request that the click waits for. */
  const WAITS = {
    'for the code that checks the input of an intent': ['Charge', '**/assets/take-input*'],
    'for the code of its island': ['Pay at once', '**/assets/**'],
    'for the response to a form': ['Order', '**/waits'],
  } as const
  const pays = () => {
    const before = pages.server.audit.length
    const read = () => pages.server.audit.slice(before).filter(({ tool }) => tool === 'api.shop.pay')
    return expect.poll(() => read().map(({ origin }) => origin), { timeout: 4_000 })
  }
  const openWaits = async () => {
    const page = await pages.open('/waits')
    await call(page, 'Waits.idle')
    return page
  }

  test.each(Object.entries(WAITS))('has agent origin if an agent acts in the meantime: %s', async (_, [name, url]) => {
    const page = await openWaits()
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(url, async (route) => {
      await released
      await route.continue()
    })
    const origin = pays()
    const isWaiting = page.waitForRequest(url)
    await click(page, name)
    await isWaiting
    await call(page, 'Waits.idle')
    release()
    await origin.toEqual(['agent'])
    expect(pages.server.ran.filter((line) => line.startsWith('pay'))).toEqual([])
  })

  test.each(Object.entries(WAITS))('has human origin otherwise: %s', async (_, [name]) => {
    const page = await openWaits()
    const origin = pays()
    await click(page, name)
    await origin.toEqual(['human'])
  })
})

describe("the page after a person's form", () => {
  test.each([
    ['is requested for the agent that acted in the meantime', true, 'agent'],
    ['is requested for the person otherwise', false, undefined],
  ])('%s', async (_, acts, origin) => {
    const page = await pages.open('/loads')
    await call(page, 'api.shop.order', { item: 'pen' })
    const isForm = (request: Request) => request.method() === 'POST' && request.url().endsWith('/loads')
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/loads', async (route) => {
      if (isForm(route.request())) await released
      await route.continue()
    })
    const isSent = page.waitForRequest(isForm)
    await click(page, 'form')
    await isSent
    if (acts) await call(page, 'api.shop.order', { item: 'pot' })
    const next = page.waitForRequest((request) => 'x-fw-navigation' in request.headers())
    release()
    expect((await next).headers()['x-fw-origin']).toBe(origin)
  })
})

describe("a person's form that is sent again without a script, after its connection has broken", () => {
  const withoutNavigation = async (page: Page) => {
    // For two seconds, the cookie of an agent's form marks later ones.
    await page.context().clearCookies()
    await page.addInitScript(() => void Reflect.deleteProperty(window, 'navigation'))
  }

  test.each([
    ['an agent has acted', true, 'agent', undefined],
    ['no agent has acted', false, 'human', undefined],
    ['an agent has acted, without the Navigation API', true, 'agent', withoutNavigation],
    ['no agent has acted, without the Navigation API', false, 'human', withoutNavigation],
  ] as const)(
    'has agent origin if an agent has acted since, and human origin otherwise: %s',
    async (_, acts, origin, prepare) => {
      const page = await pages.open('/loads', prepare)
      await call(page, 'api.shop.order', { item: 'pen' })
      let breakConnection: () => void = () => {}
      const broken = new Promise<void>((resolve) => {
        breakConnection = resolve
      })
      const isForm = (request: Request) => request.method() === 'POST' && request.url().endsWith('/loads')
      let forms = 0
      await page.route('**/loads', async (route) => {
        if (!isForm(route.request()) || forms++ > 0) return route.continue()
        await broken
        return route.abort()
      })
      const isSent = page.waitForRequest(isForm)
      await click(page, 'form')
      await isSent
      if (acts) await call(page, 'api.shop.order', { item: 'pot' })
      const before = pages.server.audit.length
      breakConnection()
      const orders = () => pages.server.audit.slice(before).filter(({ tool }) => tool === 'api.shop.order')
      await expect.poll(() => orders().map((entry) => entry.origin)).toEqual([origin])
      expect(pages.server.ran).toContain('order form')
    },
  )
})
