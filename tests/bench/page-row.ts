/**
 * Row B: a page of 100 rows in a layout, with a head and one counter, compared with bare Solid, with a prepared
 * text and with a handwritten template literal; with peers also compared with Astro and SolidStart, on the newer Node that they require.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { transformSync } from '@babel/core'
import solid from 'babel-preset-solid'
import { median } from './median.ts'
import { buildAstroPage, buildSolidStartPage } from './peers.ts'
import { type BenchOptions, BYTES, type Log, MS, type Result } from './result.ts'
import { type LoadedServer, measureLoad, withServers } from './rig/server-load.ts'
import type { RunningServer, ServerCommand } from './rig/server-process.ts'
import { measureRounds } from './rounds.ts'
import { OWN_NODE, RUNTIMES, runOn } from './runtimes.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
export const PAGE_APP: string = at('./apps/page')
const FW = at('../../cli/bin/fw.js')
/** Inside the repository, so that `solid-js` is found from there. */
const COMPILED = at('../../.bench/page')
export const PAGE_HEADERS = { accept: 'text/html' }

export const PAGE_SERVER: ServerCommand = {
  name: 'fw',
  cwd: PAGE_APP,
  args: [FW, 'start', '--port', '0'],
  env: { PORT: '0' },
}

export async function measurePages(options: BenchOptions, log: Log): Promise<readonly Result[]> {
  buildPageApp()
  const template = await writeTemplate()
  const own = [bareSolid('solid'), bareSolid('text'), template, PAGE_SERVER]
  const peers = options.peers ? [buildAstroPage(), buildSolidStartPage()] : []
  return withServers([...own.flatMap((command) => runOn(RUNTIMES, command)), ...peers], async (servers) => {
    const pages = new Map<LoadedServer, string>()
    for (const one of servers) pages.set(one, await fetchPage(one.server))
    const ours = [...pages].filter(([{ name }]) => name === PAGE_SERVER.name || name === template.name)
    if (new Set(ours.map(([, html]) => html)).size !== 1) throw new Error('The template literal renders another page.')
    const load = await measureLoad({ row: 'pages', path: '/', headers: PAGE_HEADERS }, servers, options, log)
    const measure = async (one: LoadedServer, round: number) => ({
      'first byte': await measureFirstByte(one.server),
      ...(round === 0 && { 'HTML under brotli': brotliCompressSync(pages.get(one) ?? '').length }),
    })
    const measures = { 'first byte': MS, 'HTML under brotli': BYTES }
    const about = { row: 'pages', rounds: options.rounds, contenders: servers }
    return [...load, ...(await measureRounds({ ...about, measures, measure }, log))]
  })
}

export function buildPageApp(): void {
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: PAGE_APP, stdio: 'ignore' })
  if (status !== 0) throw new Error('`fw build` of tests/bench/apps/page failed.')
}

/** The same sources, compiled by Solid's own preset and rendered on `node:http`: per request, or once (`text`). */
export function bareSolid(kind: 'solid' | 'text'): ServerCommand {
  const folder = join(COMPILED, kind)
  compileBareSolid(folder)
  const name = kind === 'solid' ? 'bare Solid' : 'prebuilt text'
  return { name, cwd: at('./baselines'), args: ['page-server.mjs', kind, folder] }
}

/** The page of our server, with rows that a template literal renders for each request. */
function writeTemplate(): Promise<ServerCommand> {
  const folder = join(COMPILED, 'template')
  compileBareSolid(folder)
  return withServers(runOn([OWN_NODE], PAGE_SERVER), async ([fw]) => {
    if (fw === undefined) throw new Error('Our server runs.')
    const html = await fetchPage(fw.server)
    const begin = html.indexOf('<tbody>') + '<tbody>'.length
    const frame = [html.slice(0, begin), html.slice(html.indexOf('</tbody>'))]
    writeFileSync(join(folder, 'frame.json'), JSON.stringify(frame))
    return { name: 'template literal', cwd: at('./baselines'), args: ['page-server.mjs', 'template', folder] }
  })
}

function compileBareSolid(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  const files = ['routes/_layout.jsx', 'routes/index.jsx', 'components/Counter.jsx', 'rows.js']
  for (const file of files) {
    const target = join(folder, file.replace(/\.jsx?$/, '.mjs'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, compile(readFileSync(join(PAGE_APP, 'src', file), 'utf8'), file))
  }
  writeFileSync(join(folder, 'render.mjs'), compile(RENDER, 'render.jsx'))
}

const RENDER = `
import { renderToString } from 'solid-js/web'
import Layout from './routes/_layout.jsx'
import Page, { meta } from './routes/index.jsx'
const open = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>' + meta.title + '</title>' +
  '<meta name="description" content="' + meta.description + '"></head><body>'
export const render = () => open + renderToString(() => <Layout><Page /></Layout>) + '</body></html>'
`

function compile(code: string, filename: string): string {
  const made = transformSync(code, {
    filename,
    babelrc: false,
    configFile: false,
    presets: [[solid, { generate: 'ssr', hydratable: true }]],
  })
  return (made?.code ?? '').replaceAll(/(from ['"]\.[^'"]+)\.jsx?(['"])/g, '$1.mjs$2')
}

/** Returns the page. Throws if it isn't correct, before its speed is measured. */
async function fetchPage({ name, url }: RunningServer): Promise<string> {
  const html = await (await fetch(`${url}/`, { headers: PAGE_HEADERS })).text()
  const rows = html.split('</tr>').length - 1
  if (rows !== 100 || !/Cup &amp; saucer &lt;90(?:>|&gt;)/.test(html) || !html.includes('<title'))
    throw new Error(`${name} returned an unexpected page with ${rows} rows.`)
  return html
}

const IDLE_REQUESTS = 50

/** Returns the median milliseconds to the response of sequential requests. */
async function measureFirstByte({ url }: RunningServer): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < IDLE_REQUESTS; index += 1) {
    const start = performance.now()
    const response = await fetch(`${url}/`, { headers: PAGE_HEADERS })
    times.push(performance.now() - start)
    await response.arrayBuffer()
  }
  return median(times)
}
