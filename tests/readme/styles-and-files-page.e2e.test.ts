/** The app of `docs/guide/styles-and-files.md`: built, type-checked and served by the command line. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Running, runFw, startFw } from '../cli/support/fixture.ts'
import { appOfPage, checkTypes, createTsconfig } from './page-app.ts'

const { root: app, files, write, read, remove } = appOfPage('styles-and-files')
let running: Running | undefined

beforeAll(async () => {
  write('tsconfig.json', createTsconfig())
  const more = Array.from({ length: 40 }, (_, index) => `.item-${index} { order: ${index}; }\n`)
  write('src/routes/about.css', `h1 { letter-spacing: 3px; }\n${more.join('')}`)
  write('src/routes/index.tsx', 'export default () => <p>Home</p>\n')
  write('public/logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('public/.secret', 'x')
  write('public/.well-known/security.txt', 'Contact: x')
  const { code, stderr } = await runFw(app, ['build'])
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('Failed')])
  running = await startFw(app, ['start', '--port', '0', '--host', '127.0.0.1'])
})

afterAll(async () => {
  await running?.stop('SIGTERM')
  remove()
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${running?.url}${path}`, { headers })

it('its sources are those of the page, and pass the type check', () => {
  expect(files).toEqual([
    'src/routes/about.tsx',
    'src/routes/about.module.css',
    'postcss.config.mjs',
    'src/styles.css',
    'src/routes/prices.tsx',
    'fw.config.ts',
  ])
  expect(checkTypes(app)).toEqual([0, ''])
})

it('pages hold the whole stylesheet: that of Tailwind first, then those of pages, and of modules by their names', async () => {
  const html = await (await get('/about')).text()
  const css = /<style id="fw-styles">([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
  const name = /<h1 class="([^"]+)"/.exec(html)?.[1]
  expect(css).toContain('--color-brand:#010203')
  for (const rule of ['.p-4{padding:', '.font-bold{', '.text-brand{color:var(--color-brand)}'])
    expect(css).toContain(rule)
  expect(css).not.toMatch(/\.p-5|@import|@theme/)
  expect(css).toContain(`.${name}{color:#0a141e}`)
  expect(css.indexOf('body{color:var(--color-brand)}')).toBeLessThan(css.indexOf('letter-spacing:3px'))
  const navigation = await get('/about', { 'x-fw-navigation': '1' })
  expect(await navigation.text()).not.toContain('fw-styles')
  expect(navigation.headers.get('vary')).toContain('x-fw-navigation')
})

it('files of public/ are served, hidden ones are not, and the stylesheet is hashed, compressed and immutable', async () => {
  expect((await get('/logo.svg')).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  expect((await get('/.well-known/security.txt')).status).toBe(200)
  expect((await get('/.secret')).status).toBe(404)
  const files = readdirSync(join(app, 'dist/client/assets'))
  const sheet = files.find((file) => file.endsWith('.css')) ?? ''
  expect(sheet).toMatch(/^styles-[\w-]{8}\.css$/)
  expect(files).toEqual(expect.arrayContaining([`${sheet}.br`, `${sheet}.gz`]))
  const { headers } = await get(`/assets/${sheet}`)
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('content-encoding')).toMatch(/^(?:br|gzip)$/)
  expect((await get(`/assets/${sheet}`, { range: 'bytes=0-3' })).status).toBe(206)
})

it('a class that is new in a page reaches the stylesheet of fw dev', async () => {
  const dev = await startFw(app, ['dev', '--port', '0'])
  const sheet = async () => (await fetch(`${dev.url}/src/styles.css`, { headers: { accept: 'text/css' } })).text()
  try {
    expect(await (await fetch(`${dev.url}/prices`)).text()).toContain('href="/src/styles.css"')
    const before = await sheet()
    expect(before).toContain('.text-brand')
    expect(before).not.toContain('.pt-7')
    const path = 'src/routes/prices.tsx'
    write(path, read(path).replace('p-4', 'pt-7'))
    await expect.poll(sheet).toContain('.pt-7')
  } finally {
    await dev.stop('SIGTERM')
  }
})
