/** A function for signed-in users, called from a page in Chromium: by a user, and by the browser's agent over WebMCP. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '../../runtime/src/contract/api.ts'
import { serve } from '../../runtime/src/host.ts'
import { createFwServer, createSessionStore, type FwServerOptions } from '../../runtime/src/server.ts'
import { type CompiledRoutes, compileRoutes } from '../runtime/page/compiled-routes.ts'
import { type Chromium, launchChromium, type OpenPage } from './chromium.ts'
import { bundleOnce, readSources } from './island-server.ts'

const FOLDER = fileURLToPath(new URL('apps/access', import.meta.url))
const session = createSessionStore<{ userId: string }>({ secret: 'x'.repeat(32), secure: false })
const audit: AuditEntry[] = []
let compiled: CompiledRoutes
let host: Awaited<ReturnType<typeof serve>>
let chromium: Chromium
let opened: OpenPage
let taken: string[]

beforeAll(async () => {
  const sources = readSources(FOLDER)
  compiled = compileRoutes(sources)
  const { out, ...assets } = await bundleOnce(FOLDER, sources)
  // Chromium requests it, and logs its absence.
  writeFileSync(join(out, 'favicon.ico'), '')
  const tray = await compiled.load('tray.api.ts')
  taken = tray.taken as string[]
  const server = createFwServer({
    ...compiled.options,
    ...assets,
    apis: { tray },
    session,
    ctxFor: (_: Request, { session: data }: { session?: unknown }) => ({ ...(data as object) }),
    csp: true,
    onAudit: (entry) => void audit.push(entry),
    log: () => undefined,
  } as FwServerOptions) // the exports of the api module are not typed here
  host = await serve(server, { port: 0, drainMs: 100, publicDir: out })
  chromium = await launchChromium({ args: ['--enable-features=WebMCP'] })
})
afterAll(async () => {
  await chromium?.close()
  await host?.close()
  compiled?.close()
})
afterEach(async () => {
  await opened?.page.close()
  await chromium.context.clearCookies()
  taken.length = 0
  audit.length = 0
})

async function open(): Promise<Page> {
  opened = await chromium.open(host.url)
  const { page } = opened
  await page.locator('fw-island[ok]').waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

async function signIn(): Promise<void> {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(session.issue({ userId: 'ann' })) ?? []
  await chromium.context.addCookies([{ name, value, url: host.url }])
}

/** The API of pages in Chromium with its flag. */
interface NativeContext {
  getTools(): Promise<{ name: string }[]>
  executeTool(tool: object, input: object): Promise<string>
}

const listTools = (page: Page) =>
  page.evaluate(async () => {
    const { modelContext } = document as unknown as { modelContext: NativeContext }
    return (await modelContext.getTools()).map(({ name }) => name).sort()
  })

/** The browser's agent runs a tool of the page. */
const executeTool = (page: Page, name: string, input: object) =>
  page.evaluate(
    async ([name, input]) => {
      const { modelContext } = document as unknown as { modelContext: NativeContext }
      const tool = (await modelContext.getTools()).find((one) => one.name === name)
      if (tool === undefined) throw new Error(`The page has no tool ${name}.`)
      return JSON.parse(await modelContext.executeTool(tool, input)) as unknown
    },
    [name, input] as const,
  )

/** Waits for the message of the refusal or the result. */
const readMessage = async (page: Page, selector: string) => {
  const message = page.locator(selector)
  await expect.poll(() => message.textContent()).not.toBe('')
  return message.textContent()
}

interface Way {
  readonly origin: 'human' | 'agent'
  readonly item: string
  /** What the caller gets without and with a session. */
  readonly refused: unknown
  readonly done: unknown
  call(page: Page, done: boolean): Promise<unknown>
}

const WAYS: Readonly<Record<string, Way>> = {
  'a stub, from a click': {
    origin: 'human',
    item: 'cup',
    refused: 'unauthenticated',
    done: 'took cup',
    async call(page) {
      await page.getByRole('button', { name: 'Take a cup' }).click()
      return readMessage(page, 'output')
    },
  },
  'a form in an island': {
    origin: 'human',
    item: 'plate',
    refused: 'Sign in first.',
    done: 'took plate',
    async call(page, done) {
      await page.getByLabel('Item').fill('plate')
      await page.getByRole('button', { name: 'Take it' }).click()
      return readMessage(page, done ? 'output' : '[role=alert]')
    },
  },
  'a form that the agent of the browser fills in': {
    origin: 'agent',
    item: 'spoon',
    refused: expect.objectContaining({ ok: false, code: 'unauthenticated' }),
    done: expect.objectContaining({ ok: true, result: { took: 'spoon' } }),
    call: (page) => executeTool(page, 'form_take', { item: 'spoon' }),
  },
  'a WebMCP tool of the app': {
    origin: 'agent',
    item: 'biscuit',
    refused: { message: 'unauthenticated' },
    done: { message: 'took biscuit' },
    call: (page) => executeTool(page, 'own_take', {}),
  },
  'window.fw': {
    origin: 'agent',
    item: 'tin',
    refused: expect.objectContaining({ ok: false, code: 'unauthenticated' }),
    done: { ok: true, result: { took: 'tin' } },
    call: (page) => page.evaluate(() => window.fw?.call('api.tray.take', { item: 'tin' })),
  },
}

test.each(Object.entries(WAYS))(
  "an anonymous visitor's call of a function for signed-in users is refused, and a user's call runs: %s",
  async (_, { origin, item, refused, done, call }) => {
    expect(await call(await open(), false)).toEqual(refused)
    expect(taken).toEqual([])
    expect(audit).toMatchObject([{ tool: 'api.tray.take', origin, ok: false, code: 'unauthenticated' }])
    await opened.page.close()
    await signIn()
    expect(await call(await open(), true)).toEqual(done)
    expect(taken).toEqual([item])
    expect(audit.slice(1)).toMatchObject([{ tool: 'api.tray.take', origin, ok: true }])
  },
)

const OWN = ['form_take', 'own_take']

test('the agent of the browser is offered the function if the user is signed in, and is refused when the session ends', async () => {
  const page = await open()
  await expect.poll(() => listTools(page)).toEqual([...OWN, 'tray__look'])
  const listed = () => page.evaluate(async () => (await window.fw?.tools())?.map(({ name }) => name))
  expect(await listed()).not.toContain('api.tray.take')
  await signIn()
  await page.reload()
  await expect.poll(() => listTools(page)).toEqual([...OWN, 'tray__look', 'tray__take'])
  expect(await listed()).toContain('api.tray.take')
  expect(await executeTool(page, 'tray__take', { item: 'tea' })).toEqual({ took: 'tea' })
  expect(taken.splice(0)).toEqual(['tea'])
  // The page still has the tool that it registered.
  await chromium.context.clearCookies()
  expect(await executeTool(page, 'tray__take', { item: 'tea' })).toMatchObject({ code: 'unauthenticated' })
  expect(taken).toEqual([])
  expect(audit.at(-1)).toMatchObject({ tool: 'api.tray.take', origin: 'agent', ok: false, code: 'unauthenticated' })
})
