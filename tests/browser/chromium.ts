/**
 * Chromium for the tests of a file: a fresh profile, no sandbox, no traffic of its own. Files of one worker share the process,
 * which takes a second to start; pages don't share stored data.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { onTestFailed } from 'vitest'
import { openTab } from './tabs.ts'

const EXECUTABLES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Chromium {
  readonly context: BrowserContext
  /** Opens a page that records its logs and errors. */
  open(url: string, options?: OpenOptions): Promise<OpenPage>
  /** Where other programs drive it. Throws unless it was started `debuggable`. */
  debuggingPort(): number
  close(): Promise<void>
}

export interface LaunchOptions {
  readonly args?: readonly string[]
  /** Listens on a free port of the loopback address for programs that drive it, and keeps pages that were left. Default `false`. */
  readonly debuggable?: boolean
  /** Starts Chromium with its windows: the focus can leave the page for them. Default `false`. */
  readonly windowed?: boolean
}

export interface OpenOptions {
  /** `commit`: do not wait for the page to have arrived. Default `load`. */
  readonly waitUntil?: 'commit' | 'load'
}

export interface OpenPage {
  readonly page: Page
  /** Console messages and uncaught errors, as `error: text`. A good page has none. */
  readonly logs: readonly string[]
  /** Paths of the requests that the page made, in order, the document included. */
  readonly requests: readonly string[]
}

/** Browsers by the path of their program, with the flags above. They end with the worker. */
const shared = new Map<string, Promise<Browser>>()

/**
 * Opens a browser profile; `options` give it a Chromium of its own. Throws an error that names what to install if Chromium is
 * missing.
 */
export async function launchChromium(options: LaunchOptions = {}): Promise<Chromium> {
  const executablePath = process.env.CHROMIUM_PATH ?? EXECUTABLES.find((path) => existsSync(path))
  if (executablePath === undefined)
    throw new Error('No Chromium was found. Install it (apt-get install chromium), or name it in CHROMIUM_PATH.')
  if (options.args === undefined && options.debuggable !== true) {
    const path = (options.windowed ? undefined : process.env.CHROMIUM_SHELL_PATH) ?? executablePath
    const browser = shared.get(path) ?? chromium.launch({ executablePath: path, headless: true, args: FLAGS })
    shared.set(path, browser)
    const context = await (await browser).newContext()
    // A window costs half a second of CPU, a tab in an existing window does not: this page keeps the window open.
    await context.newPage()
    return {
      context,
      open: (url, options) => openPage(context, url, options),
      debuggingPort() {
        throw new Error('Launch it with `debuggable: true`.')
      },
      close: () => context.close(),
    }
  }
  const profile = mkdtempSync(join(tmpdir(), 'fw-chromium-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    ...(options.debuggable && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    args: [...FLAGS, ...(options.debuggable ? ['--remote-debugging-port=0'] : []), ...(options.args ?? [])],
  })
  return {
    context,
    open: (url, options) => openPage(context, url, options),
    debuggingPort: () => Number(readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]),
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

async function openPage(context: BrowserContext, url: string, options: OpenOptions = {}): Promise<OpenPage> {
  const logs: string[] = []
  const requests: string[] = []
  const page = await openTab(context, {
    log: (text) => logs.push(text),
    request(request) {
      const { pathname, search } = new URL(request.url())
      requests.push(pathname + search)
    },
  })
  tellWhenFailed(url, logs)
  await page.goto(url, options)
  return { page, logs, requests }
}

/** Prints the logs of a page, which may be the only hint at the cause of a failed test. Pages of hooks have no test. */
function tellWhenFailed(url: string, logs: readonly string[]): void {
  try {
    onTestFailed(() => {
      const said = logs.filter((line) => !line.startsWith('debug:'))
      console.error([`${url} said:`, ...(said.length === 0 ? ['nothing'] : said)].join('\n  '))
    })
  } catch {}
}
