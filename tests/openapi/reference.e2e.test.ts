/** The page of `openapi.reference` in Chromium: an app with Redoc, built and in development. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installLocked } from '../../scripts/packages/install-locked.mjs'
import { type Chromium, launchChromium, type OpenPage } from '../browser/chromium.ts'
import { type Running, runFw, startFw } from '../cli/support/fixture.ts'
import { writeApp } from '../cli/support/written-app.ts'

const FOLDER = import.meta.dirname

const API = `import { api, type Call } from '@fw/runtime'

interface Article {
  /** Part of its URL. */
  slug: string
}

/** Lists the articles. */
export const list = api({ readonly: true, http: 'GET /v1/articles', run: (): Article[] => [] })

/** Publishes an article. */
export const publish = api({ scopes: ['write'], run: ({ input }: Call<Article>): Article => input })
`
/** Callers sign in with the cookie \`user\`. */
const CTX = `export default (request: Request) => {
  const user = /user=(\\w+)/.exec(request.headers.get('cookie') ?? '')?.[1]
  return { userId: user, scopes: user === 'editor' ? ['write'] : [] }
}
`
const configure = (openapi: string) => `import { defineConfig } from '@fw/runtime'
export default defineConfig({ title: 'Tea & more', csp: true, openapi: ${openapi} })
`
const FILES = {
  'package.json': JSON.stringify({ name: 'articles', version: '1.2.3', private: true, type: 'module' }),
  'src/server/articles.api.ts': API,
  'src/ctx.ts': CTX,
}

/** An app beside the installed packages of this folder. */
function writeInstalled(openapi: string): string {
  const root = mkdtempSync(join(FOLDER, 'generated-'))
  for (const [file, text] of Object.entries({ ...FILES, 'fw.config.ts': configure(openapi) })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  roots.push(root)
  return root
}

const roots: string[] = []
const servers: Running[] = []
let chromium: Chromium
beforeAll(async () => {
  installLocked(FOLDER)
  chromium = await launchChromium()
}, 120_000)
afterAll(async () => {
  await chromium?.close()
  for (const server of servers) await server.stop('SIGTERM')
  for (const root of roots) rmSync(root, { recursive: true, force: true })
})

async function serve(root: string, ...args: string[]): Promise<string> {
  const server = await startFw(root, [...args, '--port', '0', '--host', '127.0.0.1'])
  servers.push(server)
  return server.url.replace(/\/$/, '')
}

async function openReference(origin: string, user: string): Promise<OpenPage & { readonly hosts: Set<string> }> {
  await chromium.context.clearCookies()
  await chromium.context.addCookies([{ name: 'user', value: user, url: origin }])
  const hosts = new Set<string>()
  chromium.context.on('request', (request) => hosts.add(new URL(request.url()).host))
  return { ...(await chromium.open(`${origin}/_fw/openapi`)), hosts }
}

/** Redoc writes its name and its version to the console. */
const isBanner = (line: string) => line.startsWith('info: ') && line.includes('%c Redoc %c 3.')

/** Redoc reports its use after five seconds unless that is turned off. */
const TELEMETRY_MS = 6000

describe('a built app', { timeout: 60_000 }, () => {
  let root: string
  let origin: string
  beforeAll(async () => {
    root = writeInstalled("{ reference: true, access: 'user' }")
    const { code, stderr } = await runFw(root, ['build'])
    if (code !== 0) throw new Error(stderr)
    origin = await serve(root, 'start')
  }, 120_000)

  test('the page shows the operations, under its policy, and requests nothing from other hosts', async () => {
    const { page, logs, requests, hosts } = await openReference(origin, 'reader')
    await page.getByRole('heading', { name: 'Tea & more (1.2.3)' }).waitFor()
    expect(await page.title()).toBe('API: Tea & more')
    await page.getByText('/v1/articles').first().click()
    await page.getByText('Part of its URL.').first().waitFor()
    expect(await page.locator('body').textContent()).toMatch(
      /Lists the articles[\s\S]+GET[\s\S]+application\/json[\s\S]+slug/,
    )
    // Styles apply only with the nonce.
    expect(await page.getByRole('heading', { level: 1 }).evaluate((node) => getComputedStyle(node).fontSize)).not.toBe(
      '32px',
    )
    expect(new URL(page.url()).pathname).toBe('/_fw/openapi')
    const logo = page.getByAltText('redocly logo')
    expect(await logo.evaluate((node) => (node as HTMLImageElement).naturalWidth)).toBe(42)
    await sleep(TELEMETRY_MS)
    expect(requests).toEqual([
      '/_fw/openapi',
      expect.stringMatching(/^\/assets\/api-reference-[\w-]{8}\.js$/),
      expect.stringMatching(/^\/assets\/redoc-[\w-]{8}\.js$/),
      '/_fw/openapi.json',
    ])
    expect([...hosts]).toEqual([new URL(origin).host])
    expect(logs.filter((line) => !isBanner(line))).toEqual([])
    await page.close()
  })

  test('it lists what its reader may call', async () => {
    const { page } = await openReference(origin, 'editor')
    await page.getByText('/_fw/api/articles.publish').first().waitFor()
    await page.close()
    const other = await openReference(origin, 'reader')
    await other.page.getByText('/v1/articles').first().waitFor()
    expect(await other.page.getByText('articles.publish').count()).toBe(0)
    await other.page.close()
  })

  test('callers who may not read the document get the same error at both URLs', async () => {
    const [document, page] = await Promise.all(
      ['/_fw/openapi.json', '/_fw/openapi'].map(async (path) => {
        const response = await fetch(origin + path)
        return { status: response.status, body: await response.text() }
      }),
    )
    expect(page).toMatchObject({ status: 401, body: expect.stringContaining('unauthenticated') })
    expect(page).toEqual(document)
  })

  test('its scripts are cached for ever, because their names contain hashes', async () => {
    const script = readdirSync(join(root, 'dist/client/assets')).find((name) => /^redoc-.+\.js$/.test(name))
    const response = await fetch(`${origin}/assets/${script}`, { headers: { 'accept-encoding': 'br' } })
    expect(response.headers.get('cache-control')).toContain('immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(await response.text()).not.toContain('cdn.redoc.ly/redoc/logo')
  })
})

test('fw dev serves the page', { timeout: 60_000 }, async () => {
  const origin = await serve(writeInstalled('{ reference: true }'), 'dev')
  const { page, logs, hosts } = await openReference(origin, 'nobody')
  await page.getByText('/v1/articles').first().waitFor()
  expect([...hosts]).toEqual([new URL(origin).host])
  expect(logs.filter((line) => !isBanner(line) && !line.startsWith('debug: [vite]'))).toEqual([])
  await page.close()
})

test('without the option no script is built, and no page served', { timeout: 60_000 }, async () => {
  const root = writeInstalled('true')
  expect((await runFw(root, ['build'])).code).toBe(0)
  expect(
    readdirSync(join(root, 'dist'), { recursive: true }).filter((name) => /redoc|reference/.test(`${name}`)),
  ).toEqual([])
  const origin = await serve(root, 'start')
  expect((await fetch(`${origin}/_fw/openapi`)).status).toBe(404)
  expect((await fetch(`${origin}/_fw/openapi.json`)).status).toBe(200)
})

test('a missing package is named, with the command that installs it', { timeout: 60_000 }, async () => {
  const app = writeApp({ ...FILES, 'fw.config.ts': configure('{ reference: true }') })
  const message = 'openapi.reference: redoc is not installed. Run: npm install --save-dev redoc@3'
  for (const command of [['build'], ['dev', '--port', '0']]) {
    const { code, stderr } = await app.fw(...command)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) })
  }
  app.remove()
})

/** Writes a package into the app, which wins over the one of this folder. */
function installRedoc(root: string, version: string, bundle: string): void {
  mkdirSync(join(root, 'node_modules/redoc/bundles'), { recursive: true })
  writeFileSync(join(root, 'node_modules/redoc/package.json'), JSON.stringify({ name: 'redoc', version }))
  writeFileSync(join(root, 'node_modules/redoc/bundles/redoc.standalone.js'), bundle)
}

test('another version of the package is refused', { timeout: 60_000 }, async () => {
  const root = writeInstalled('{ reference: true }')
  installRedoc(root, '2.5.4', '')
  const { code, stderr } = await runFw(root, ['build'])
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('openapi.reference needs Redoc 3, and redoc 2.5.4 is installed.'),
  })
})

test('a build is repeated if the package has changed, and only then', { timeout: 60_000 }, async () => {
  const root = writeInstalled('{ reference: true }')
  const build = async () => {
    const { code, stdout, stderr } = await runFw(root, ['build'])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    const list = readFileSync(join(root, 'dist/server/index.js'), 'utf8')
    return { url: /api-reference-[\w-]+\.js/.exec(list)?.[0], isReused: (stdout + stderr).includes('is up to date') }
  }
  installRedoc(root, '3.0.1', 'export const init = () => 1')
  const first = await build()
  expect(first).toEqual({ url: expect.any(String), isReused: false })
  expect(await build()).toEqual({ ...first, isReused: true })
  installRedoc(root, '3.0.2', 'export const init = () => 2')
  const second = await build()
  expect(second.isReused).toBe(false)
  expect(second.url).not.toBe(first.url)
})

test('a service worker does not store the scripts', { timeout: 60_000 }, async () => {
  const root = writeInstalled('{ reference: true }')
  installRedoc(root, '3.0.1', 'export const init = () => 1')
  writeFileSync(join(root, 'src/sw.ts'), "import { offlineFirst } from '@fw/runtime'\nofflineFirst()\n")
  expect((await runFw(root, ['build'])).code).toBe(0)
  const worker = readFileSync(join(root, 'dist/client/sw.js'), 'utf8')
  expect(worker).toContain('"assets":[')
  expect(worker).not.toMatch(/redoc|api-reference/)
})
