// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the rows hold source text.
/** Lists of pages of a built app: pages with literal metadata aren't loaded for them, and each list has the pages' own titles. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Manifest } from '../../../runtime/src/contract/agent/manifest.ts'
import type { Running } from '../../cli/support/fixture.ts'
import { type WrittenApp, writeApp } from '../../cli/support/written-app.ts'

/** A page that notes when it is loaded. */
const page = (name: string, exports: string, depth = '..') =>
  `import { note } from '${depth}/loads.ts'\nnote('${name}')\n${exports}\nexport default () => <p>${name}</p>\n`

const FILES = {
  'src/loads.ts': `const names: string[] = []
export const note = (name: string) => void names.push(name)
export const readNames = () => [...names].sort()
`,
  'src/server/loads.api.ts': `import { api } from '@fw/runtime'
import { readNames } from '../loads.ts'
/** Lists the loaded pages. */
export const list = api({ readonly: true, run: async () => readNames() })
`,
  'fw.config.ts': `import { defineConfig } from '@fw/runtime'
export default defineConfig({ title: 'Lists', siteUrl: 'https://lists.example', llmsTxt: {} })
`,
  'src/routes/_layout.tsx': `import type { LayoutProps } from '@fw/runtime'
export const meta = { title: 'Site', description: 'Of the layout', robots: 'noindex' }
export default ({ children }: LayoutProps) => <main>{children}</main>
`,
  'src/routes/index.tsx': page('home', "export const meta = { title: 'Home', description: 'Of the page' }"),
  'src/routes/escapes.tsx': page(
    'escapes',
    String.raw`export const meta = { title: 'It\'s \u00e9 \u{1f30a} "a\\b" \x3c/title>' }`,
  ),
  'src/routes/template.tsx': page(
    'template',
    'const DAY = `today`\nexport const meta = { title: `Tides\\u00a0of ${DAY}` } as const',
  ),
  'src/routes/typed.tsx': page(
    'typed',
    "import type { PageMeta } from '@fw/runtime'\nexport const meta = { title: 'Typed', robots: { follow: false } } satisfies PageMeta",
  ),
  'src/routes/hidden.tsx': page('hidden', "export const meta = { title: 'Hidden', robots: { index: false } }"),
  'src/routes/untitled.tsx': page('untitled', ''),
  'src/routes/computed.tsx': page('computed', "export const meta = { title: ['Computed', 'title'].join(' ') }"),
  'src/routes/asked.tsx': page('asked', "export const meta = () => ({ title: 'Asked' })"),
  'src/routes/changed.tsx': page('changed', "export const meta = { title: 'Before' }\nmeta.title = 'After'"),
  'src/routes/open/[id].tsx': page('open', "export const meta = { title: 'Open' }", '../..'),
  'src/routes/notes/[id].tsx': page(
    'notes',
    "export const meta = { title: 'Note' }\nexport const staticParams = [{ id: 'a' }, { id: 'b' }]",
    '../..',
  ),
  'src/routes/fails.tsx': page(
    'fails',
    "export const meta = { title: 'Fails' }\nif (process.env.FW_LISTS !== 'ok') throw new Error('Out of order.')",
  ),
}

let app: WrittenApp
let running: Running

beforeAll(async () => {
  app = writeApp(FILES)
  running = await app.start()
}, 120_000)
afterAll(async () => {
  await running?.stop('SIGTERM')
  app?.remove()
})

const get = async (path: string) => (await fetch(new URL(path, running.url))).text()
const readManifest = async () => JSON.parse(await get('/_fw/manifest?path=/asked')) as Manifest
const readLoads = async () => {
  const url = new URL('/_fw/api/loads.list', running.url)
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: '{}' })).json() as Promise<object>
}

const ROUTES = {
  '/': 'Home',
  '/asked': undefined,
  '/changed': 'After',
  '/computed': 'Computed title',
  '/escapes': 'It\'s é 🌊 "a\\b" </title>',
  '/fails': 'Fails',
  '/hidden': 'Hidden',
  '/notes/[id]': 'Note',
  '/open/[id]': 'Open',
  '/template': 'Tides\u00a0of today',
  '/typed': 'Typed',
  '/untitled': undefined,
}

describe('lists of pages in a built app', () => {
  it('the first manifest loads the pages whose titles are computed, and no others', async () => {
    const { routes } = await readManifest()
    expect(routes).toEqual(Object.entries(ROUTES).map(([pattern, title]) => ({ pattern, ...(title && { title }) })))
    expect(await readLoads()).toEqual({ ok: true, result: ['changed', 'computed'] })
  })

  it('the sitemap and llms.txt load pages whose metadata or parameters are computed', async () => {
    const paths = [...(await get('/sitemap.xml')).matchAll(/<loc>https:\/\/lists\.example(.*?)<\/loc>/g)]
    expect(paths.map(([, path]) => path)).toEqual([
      '/',
      '/asked',
      '/changed',
      '/computed',
      '/escapes',
      '/fails',
      '/notes/a',
      '/notes/b',
      '/template',
      '/typed',
      '/untitled',
    ])
    const text = await get('/llms.txt')
    for (const part of [
      '[Home](https://lists.example/index.md): Of the page',
      'Asked',
      'After',
      'Tides',
      '`/open/[id]`',
    ])
      expect(text).toContain(part)
    expect(text).not.toMatch(/Of the layout|Before/)
    expect(await readLoads()).toEqual({ ok: true, result: ['asked', 'changed', 'computed', 'notes'] })
  })

  it('each page has the title that lists contain', async () => {
    for (const [pattern, title = pattern === '/asked' ? 'Asked' : 'Lists'] of Object.entries(ROUTES)) {
      if (pattern === '/fails') continue
      const html = await get(pattern.replace('[id]', 'a'))
      const [, written = ''] = /<title[^>]*>(.*?)<\/title>/.exec(html) ?? []
      expect(
        written
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&quot;', '"')
          .replaceAll('&#39;', "'")
          .replaceAll('&amp;', '&'),
      ).toBe(title)
    }
  })

  it('a page that has failed to load is listed without its title', async () => {
    const response = await fetch(new URL('/fails', running.url))
    expect(response.status).toBe(500)
    expect((await readManifest()).routes).toContainEqual({ pattern: '/fails' })
  })

  it('fw verify loads every page, so that it finds those that fail', async () => {
    const { stderr, stdout } = await app.fw('verify')
    expect(stderr).toContain('Warning: /fails: its module fails: Out of order.')
    expect(stdout).toContain('skipped  /open/[id]  (no staticParams)')
    expect(stdout).toContain('ok       /notes/b  0 components')
  })
})
