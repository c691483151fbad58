/** What dev sends to browsers: the modules that the app's browser code reaches, and nothing else of the project. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type AppCopy, buildApp, copyFixture, type DevProcess, startBuilt, startDev } from '../build/app-copy.ts'

const MARKER = 'marker-of-a-private-file'

/** Files that no browser module imports, relative to the app. */
const PRIVATE = [
  'fw.secrets.ts',
  'package-lock.json',
  'data.sqlite.txt',
  '.env',
  '.npmrc',
  'dist/server/index.js',
  '.fw/server-only.js',
  'src/server/private.ts',
  'src/agent-notes.server.ts',
  'src/skills/refund/SKILL.md',
  'src/unused.tsx',
  'src/unused.css',
  'src/unused.json',
  'src/unused.svg',
  'public/.env',
  'public/.hidden/file.txt',
] as const

/** Every way that Vite knows to ask for a file. */
const QUERIES = [
  '',
  '?raw',
  '?url',
  '?import',
  '?inline',
  '?import&raw',
  '?import&url',
  '?raw&import',
  '?raw??',
  '?import&raw??',
  '?url&inline',
  '?direct',
  '?image',
  '?worker',
  '?worker_file&type=module',
  '?sharedworker',
  '?html-proxy&index=0.js',
  '?t=1763820000000',
  '?v=12345678',
  '?.svg?.wasm?init',
  '?import&?inline=1.wasm?init',
  '?fw-host',
  '?fw-run=A$b.js',
]

/** Names of public files that URLs encode, or that a server could take for something else. */
const ODD_NAMES = [
  'a#b.txt',
  'what?.txt',
  '100%.txt',
  'per%25cent.txt',
  'per%2Fcent.txt',
  'with space.txt',
  'Größe ☃ 👋.txt',
  '@at.txt',
  '@id.txt',
  "it's (1)!*~.txt",
  'a&b=c+d;e,f$.txt',
  '[x]{y}|^`"<z>.txt',
  'folder #1/é/?.txt',
  'icon.ico',
  'code.ts',
  'script.map',
  'noending',
  'app.webmanifest',
  'legacy.cjs',
  'DATA.JSON',
  'sound.mp3',
  'page.xhtml',
  '_fw/own.txt',
  'index.html',
] as const

/** Requests for a file of 10 bytes or more. The last range has none of its bytes. */
const FILE_REQUESTS: readonly RequestInit[] = [
  {},
  { method: 'HEAD' },
  ...['bytes=2-5', 'bytes=-3', 'bytes = 2 - 5', 'bytes=5-2', 'bytes=0-1,4-5', 'bytes=1000-'].map((range) => ({
    headers: { range },
  })),
  { method: 'HEAD', headers: { range: 'bytes=2-5' } },
]

/** What makes Vite take a request for one of a script or a stylesheet. */
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'sec-fetch-dest': 'script' },
  { accept: 'text/css' },
  { accept: 'text/x-vite-ping' },
]

let app: AppCopy
let dev: DevProcess
let outside: string
beforeAll(async () => {
  app = copyFixture()
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'fw-outside-')))
  writeFileSync(join(outside, 'secret.txt'), MARKER)
  for (const file of PRIVATE) write(file, textOf(file))
  symlinkSync(join(outside, 'secret.txt'), app.path('public/link.txt'))
  symlinkSync(outside, app.path('public/folder'))
  symlinkSync(app.path('package-lock.json'), app.path('public/lock.json'))
  symlinkSync(app.path('public/hello.txt'), app.path('public/again.txt'))
  symlinkSync(app.path('public/.env'), app.path('public/settings.txt'))
  write('public/.well-known/security.txt', 'Contact: mailto:security@example.com\n')
  write('src/components/island.svg', SVG)
  write('src/components/sheet.svg', SVG)
  write('src/components/table.json', '{"rows":1}')
  write('src/components/with space.svg', SVG)
  write('src/components/task.ts', 'import { step } from "./step.ts"\npostMessage(step)\n')
  write('src/components/step.ts', 'export const step = 1\n')
  write('src/components/clip.css', '.clip { background: url(./sheet.svg) } /* url(/src/unused.css) */\n')
  write('src/components/clip.tsx', CLIP)
  write('src/routes/clip.tsx', CLIP_PAGE)
  write('src/routes/page.svg', SVG)
  dev = await startDev(app.root)
})
afterAll(async () => {
  await dev?.stop()
  app?.remove()
  if (outside !== undefined) rmSync(outside, { recursive: true, force: true })
})

/** Larger than what Vite puts into the code instead. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0${'h9v9z'.repeat(1000)}"/></svg>`

const CLIP = `import { createSignal } from 'solid-js'
import icon from './island.svg'
import spaced from './with space.svg'
import './clip.css'
export function Clip() {
  const [count, setCount] = createSignal(0)
  /* Comments name no assets: "/src/unused.svg" and '/src/server/private.ts'. */
  const table = new URL('./table.json', import.meta.url).href
  const work = () => new Worker(new URL('./task.ts', import.meta.url), { type: 'module' })
  return <button class="clip" data-table={table} onClick={() => (work(), setCount(1))}><img src={icon} alt={spaced} />{count()}</button>
}
`
const CLIP_PAGE = `import { Clip } from '../components/clip.tsx'
import photo from './page.svg'
export default function Page() {
  return <main><img src={photo} alt="" /><Clip /></main>
}
`

function write(file: string, text: string): void {
  mkdirSync(dirname(app.path(file)), { recursive: true })
  app.write(file, text)
}

function textOf(file: string): string {
  if (/\.(?:[jt]sx?)$/.test(file)) return `export const text = '${MARKER}'\n`
  if (file.endsWith('SKILL.md')) return `---\ndescription: Refunds.\n---\n${MARKER}\n`
  if (file.endsWith('.json')) return `{ "text": "${MARKER}" }\n`
  return file.endsWith('.css') ? `.${MARKER} { color: red }\n` : `${MARKER}\n`
}

/** Sends the URL as it is: `fetch` would make it canonical. */
function ask(path: string, headers: Readonly<Record<string, string>> = {}): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(dev.url)
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    asked.once('error', reject)
    asked.end()
  })
}

describe('files that no browser module imports are rejected', () => {
  test.each([
    ...PRIVATE,
    'fw.config.ts',
    'public/link.txt',
    'public/folder/secret.txt',
    'public/lock.json',
    'public/settings.txt',
  ])('%s', async (file) => {
    await (await dev.fetch('/')).text()
    const asPublic = file.replace(/^public\//, '')
    const encoded = `/${asPublic.replaceAll('.', '%2e')}`
    const paths = [
      `/${asPublic}`,
      `/${file}`,
      encoded,
      `/%2e/${asPublic}`,
      `/src/../${asPublic}`,
      `/src/%2e%2e/${asPublic}`,
      `/src%2f..%2f${asPublic}`,
      `//${asPublic}`,
      `/.fw/cache/vite/deps/../../../../${file}`,
      `/@fs${app.path(file)}`,
      `/@fs/${app.path(file)}`,
      `/@fs${app.path(file).replaceAll('.', '%2e')}`,
      `/@fs${app.root}/src/..%2f${file}`,
      `/@fs${app.root}/node_modules/../${file}`,
      `/@id/${app.path(file)}`,
      `/@id/__x00__${app.path(file)}`,
    ]
    const leaked: string[] = []
    const expectRefused = async (url: string, headers = {}): Promise<void> => {
      const { status, text } = await ask(url, headers)
      if (status < 400 || status > 404 || text.includes(MARKER))
        leaked.push(`${status} ${url} ${JSON.stringify(headers)}`)
    }
    for (const path of paths) {
      await Promise.all(QUERIES.map((query) => expectRefused(path + query)))
      await Promise.all(HEADERS.map((headers) => expectRefused(path, headers)))
    }
    expect(leaked).toEqual([])
  })

  test('private files, appended to the URL of a file that is served', async () => {
    await (await dev.fetch('/clip')).text()
    for (const module of ['clip.tsx', 'island.svg?import', 'island.svg']) await ask(`/src/components/${module}`)
    const leaked: string[] = []
    for (const served of ['/src/components/island.svg', '/src/components/clip.tsx', '/hello.txt', '/@vite/client'])
      for (const file of PRIVATE)
        for (const joint of ['?', '#', '?x', '#x', '?import&', '%23', '%3f', ';'])
          for (const up of ['/../../..', '/..', '/../..', '/../../../..']) {
            const { text } = await ask(`${served}${joint}${up}/${file}`)
            if (text.includes(MARKER)) leaked.push(`${served}${joint}${up}/${file}`)
          }
    expect(leaked).toEqual([])
  })

  test('files that only comments of browser code name', async () => {
    await (await dev.fetch('/clip')).text()
    const module = await ask('/src/components/clip.tsx')
    const styles = await ask('/src/components/clip.css', { 'sec-fetch-dest': 'script' })
    expect(module.text).toContain('/src/unused.svg')
    expect(styles.text).toContain('/src/unused.css')
    for (const file of ['/src/unused.svg', '/src/unused.css', '/src/server/private.ts'])
      expect((await ask(file)).status, file).toBe(404)
    expect((await ask('/src/components/sheet.svg')).status).toBe(200)
  })

  test('modules that only the server loads', async () => {
    for (const id of [
      'fw:server',
      'fw:server-bundle',
      'fw:skills',
      'fw:env',
      'fw:channels',
      'fw:contracts/notes',
      'fw:assets',
    ])
      for (const query of ['', '?import', '?t=1763820000000'])
        expect((await ask(`/@id/__x00__${id}${query}`)).status, id + query).toBe(404)
    for (const query of QUERIES.slice(1)) {
      const { text } = await ask(`/src/server/notes.api.ts${query}`)
      expect(text).not.toContain('marker-of-an-api-body')
    }
  })
})

test.each(['/__open-in-editor?file=fw.config.ts', '/__OPEN-in-editor/?file=fw.config.ts'])(
  'an upgrade does not open the editor: %s',
  async (path) => {
    const { hostname, port } = new URL(dev.url)
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const status = await new Promise((resolve, reject) => {
      const asked = request({ hostname, port, path, headers }, (response) => resolve(response.statusCode))
      asked.on('upgrade', () => resolve(101)).on('error', reject)
      asked.end()
    })
    expect(status).toBe(404)
  },
)

describe('files that browsers need are served', () => {
  /** Requests a path, and every address in the response. */
  async function follow(start: string): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>()
    const visit = async (url: string): Promise<void> => {
      if (found.has(url)) return
      found.set(url, 0)
      const { status, text } = await ask(url)
      found.set(url, status)
      const program = text.split('//# sourceMappingURL')[0] ?? ''
      const urls = [
        ...program.matchAll(
          /(?:from |import |import\(|src=|href=|url\(|export default |new URL\(\s*(?:\/\*.*?\*\/)?\s*)\\?(["'])(\/.+?)\\?\1/g,
        ),
      ].map(([, , url = '']) => url.replaceAll(' ', '%20'))
      const sheets = [...program.matchAll(/url\((\/[^)"'\\\s]+)\)/g)].map(([, url = '']) => url)
      for (const next of [...urls, ...sheets]) await visit(next)
    }
    await visit(start)
    return found
  }

  test('every URL in a page, its modules and its styles', { timeout: 60_000 }, async () => {
    await (await dev.fetch('/clip')).text()
    const found = await follow('/clip')
    // Only a comment of the stylesheet names the other.
    expect([...found].filter(([url, status]) => status !== 200 && url !== '/src/unused.css')).toEqual([])
    const paths = [...found.keys()].map((url) => url.split('?')[0])
    for (const path of [
      '/src/components/clip.tsx',
      '/src/components/island.svg',
      '/src/components/sheet.svg',
      '/src/components/table.json',
      '/src/components/task.ts',
      '/src/components/step.ts',
      '/src/components/with%20space.svg',
      '/src/routes/page.svg',
      '/src/styles.css',
      '/@vite/client',
    ])
      expect(paths).toContain(path)
  })

  test('the modules that start islands, as a dynamic import requests them', async () => {
    await (await dev.fetch('/')).text()
    for (const path of [
      '/src/components/counter.tsx',
      '/@id/__x00__fw:browser/hydrate',
      '/@id/__x00__fw:browser/loader',
    ])
      for (const query of ['', '?import', '?t=1763820000000', '?t=1763820000000&import'])
        expect((await ask(path + query)).status, path + query).toBe(200)
  })

  test('files of public/, links inside it and .well-known/', async () => {
    expect(await (await dev.fetch('/hello.txt')).text()).toBe('plain file\n')
    expect(await (await dev.fetch('/again.txt?raw')).text()).toBe('plain file\n')
    expect(await (await dev.fetch('/.well-known/security.txt')).text()).toContain('Contact')
    write('public/late file.txt', 'late\n')
    await dev.until('/late%20file.txt', (text) => text === 'late\n')
  })

  test('the files of public/ that the built app serves, whatever their names are', { timeout: 60_000 }, async () => {
    for (const name of ODD_NAMES) write(`public/${name}`, `file ${name}\n`)
    await buildApp(app.root)
    const built = await startBuilt(app.root)
    onTestFinished(() => built.stop().then(() => undefined))
    const read = async (url: string, init?: RequestInit) => {
      const response = await fetch(url, init)
      const { status, headers } = response
      const text = status === 404 ? '' : await response.text()
      return {
        status,
        text,
        type: status === 404 ? '' : headers.get('content-type'),
        range: headers.get('content-range'),
      }
    }
    for (const name of ODD_NAMES)
      for (const query of ['', '?a=b'])
        for (const init of FILE_REQUESTS) {
          const path = name.split('/').map(encodeURIComponent).join('/') + query
          const inDev = await read(new URL(path, dev.url).href, init)
          expect(inDev, `${path} ${JSON.stringify(init)}`).toEqual(await read(new URL(path, built.url).href, init))
          if (name.endsWith('.txt') && !name.startsWith('_fw')) expect(inDev.status, path).not.toBe(404)
        }
    const { headers } = await dev.fetch('/a%23b.txt')
    const etag = headers.get('etag') ?? ''
    expect((await dev.fetch('/a%23b.txt', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })
})
