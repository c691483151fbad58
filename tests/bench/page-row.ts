/**
 * Row B: a page of 100 rows in a layout, with a head and one counter, compared with bare Solid, with a prepared text, and
 * with a handwritten template literal; with peers also compared with Astro, both on the newer Node that Astro requires.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { transformSync } from '@babel/core'
import solid from 'babel-preset-solid'
import { median } from './median.ts'
import { installPagePeer, pagePeers } from './peers.ts'
import { chooseGenerator, type Generator, runLoad } from './rig/load.ts'
import { cpuSecondsOf, rssBytesOf } from './rig/process-tree.ts'
import { type RunningServer, type ServerCommand, startServer } from './rig/server-process.ts'
import type { BenchOptions } from './run.ts'

export interface PageResult {
  readonly server: string
  /** Median over the rounds. */
  readonly requestsPerCpuSecond: number
  /** Medians of the ratios to bare Solid, to the text, and to the template literal, per round. */
  readonly ofSolid: number
  readonly ofText: number
  readonly ofTemplate: number
  /** The ratio to Astro, if it was measured. */
  readonly ofAstro?: number
  /** Median time to the first byte of sequential requests, in milliseconds. */
  readonly idleFirstByteMs: number
  readonly rssMb: number
  readonly htmlBytes: number
  /** Size of the HTML with the best brotli compression. */
  readonly htmlBrotliBytes: number
}

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
export const PAGE_APP: string = at('./apps/page')
const APP = PAGE_APP
export const FW: string = at('../../cli/bin/fw.js')
/** Inside the repository, so that `solid-js` is found from there. */
const COMPILED = at('../../.bench/page')
const HEADERS = { accept: 'text/html' }

export async function runPageBench(options: BenchOptions, log: (line: string) => void): Promise<readonly PageResult[]> {
  const generator = chooseGenerator()
  log(`row B: a page of 100 rows with one counter; ${options.connections} connections by ${generator}`)
  const { status } = spawnSync(process.execPath, [FW, 'build'], { cwd: APP, stdio: 'ignore' })
  if (status !== 0) throw new Error('`fw build` of tests/bench/apps/page failed.')
  if (options.peers) installPagePeer()
  const start = { name: 'fw start', cwd: APP, args: [FW, 'start', '--port', '0'], env: { PORT: '0' } }
  const commands = [
    // The script that a Solid app with one counter has to send, as compiled by any such app.
    bareSolid('bare Solid', 'solid', true),
    bareSolid('text made once', 'text', true),
    // The same without the code that makes it interactive in a browser.
    bareSolid('Solid, no markers', 'solid', false),
    start,
    ...(options.peers ? pagePeers(start) : []),
  ]
  const servers: RunningServer[] = []
  try {
    for (const command of commands) servers.push(await startServer(command))
    const own = servers[commands.indexOf(start)]
    if (own !== undefined) servers.push(await startServer(await templateLiteral(own)))
    const template = servers.length - 1
    const pages = await Promise.all(servers.map(expectPage))
    if (pages[template] !== pages[commands.indexOf(start)])
      throw new Error('The template literal renders another page.')
    for (const server of servers) await rate(server, generator, { ...options, seconds: 4 })
    const rounds: number[][] = []
    for (let round = 0; round < options.rounds; round += 1) {
      const rates: number[] = []
      for (const server of servers) rates.push(await rate(server, generator, options))
      rounds.push(rates)
    }
    const firstBytes: number[] = []
    for (const server of servers) firstBytes.push(await idleFirstByte(server))
    const astro = servers.findIndex(({ name }) => name.startsWith('astro'))
    const results = servers.map((server, index) => ({
      server: server.name,
      requestsPerCpuSecond: median(rounds.map((rates) => rates[index] ?? 0)),
      ofSolid: median(rounds.map((rates) => (rates[index] ?? 0) / (rates[0] ?? 1))),
      ofText: median(rounds.map((rates) => (rates[index] ?? 0) / (rates[1] ?? 1))),
      ofTemplate: median(rounds.map((rates) => (rates[index] ?? 0) / (rates[template] ?? 1))),
      ...(astro === -1 ? {} : { ofAstro: median(rounds.map((rates) => (rates[index] ?? 0) / (rates[astro] ?? 1))) }),
      idleFirstByteMs: firstBytes[index] ?? 0,
      rssMb: rssBytesOf(server.pid) / 1024 / 1024,
      htmlBytes: Buffer.byteLength(pages[index] ?? ''),
      htmlBrotliBytes: brotliCompressSync(pages[index] ?? '').length,
    }))
    for (const result of results) log(print(result))
    return results
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

/** The same sources compiled by Solid's own preset, on `node:http`. */
export function bareSolid(name: string, kind: 'solid' | 'text', hydratable: boolean): ServerCommand {
  const folder = join(COMPILED, `${kind}-${hydratable}`)
  compileBareSolid(folder, hydratable)
  return { name, cwd: at('./baselines'), args: ['page-server.mjs', kind, folder] }
}

/** The page of a running server, whose rows are rendered by hand for each request. */
async function templateLiteral(server: RunningServer): Promise<ServerCommand> {
  const html = await expectPage(server)
  const begin = html.indexOf('<tbody>') + '<tbody>'.length
  const end = html.indexOf('</tbody>')
  const folder = join(COMPILED, 'solid-false')
  writeFileSync(join(folder, 'frame.json'), JSON.stringify([html.slice(0, begin), html.slice(end)]))
  return { name: 'template literal', cwd: at('./baselines'), args: ['page-server.mjs', 'template', folder] }
}

function compileBareSolid(folder: string, hydratable: boolean): void {
  rmSync(folder, { recursive: true, force: true })
  const files = ['routes/_layout.jsx', 'routes/index.jsx', 'components/Counter.jsx', 'rows.js']
  for (const file of files) {
    const target = join(folder, file.replace(/\.jsx?$/, '.mjs'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, compile(readFileSync(join(APP, 'src', file), 'utf8'), file, hydratable))
  }
  writeFileSync(join(folder, 'render.mjs'), compile(RENDER, 'render.jsx', hydratable))
}

const RENDER = `
import { renderToString } from 'solid-js/web'
import Layout from './routes/_layout.jsx'
import Page, { meta } from './routes/index.jsx'
const open = '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>' + meta.title + '</title>' +
  '<meta name="description" content="' + meta.description + '"></head><body>'
export const render = () => open + renderToString(() => <Layout><Page /></Layout>) + '</body></html>'
`

function compile(code: string, filename: string, hydratable: boolean): string {
  const made = transformSync(code, {
    filename,
    babelrc: false,
    configFile: false,
    presets: [[solid, { generate: 'ssr', hydratable }]],
  })
  return (made?.code ?? '').replaceAll(/(from ['"]\.[^'"]+)\.jsx?(['"])/g, '$1.mjs$2')
}

/** Checks that the page is correct before its speed is measured. */
async function expectPage({ name, url }: RunningServer): Promise<string> {
  const html = await (await fetch(`${url}/`, { headers: HEADERS })).text()
  const rows = html.split('</tr>').length - 1
  if (rows !== 100 || !/Cup &amp; saucer &lt;90(?:>|&gt;)/.test(html) || !html.includes('<title'))
    throw new Error(`${name} returned an unexpected page with ${rows} rows.`)
  return html
}

async function rate(server: RunningServer, generator: Generator, options: BenchOptions): Promise<number> {
  const { connections, seconds } = options
  const before = cpuSecondsOf(server.pid)
  const { requests, errors } = await runLoad(generator, {
    url: `${server.url}/`,
    headers: HEADERS,
    connections,
    seconds,
  })
  if (errors > 0) throw new Error(`${server.name} failed ${errors} of ${requests} requests`)
  return requests / (cpuSecondsOf(server.pid) - before)
}

const IDLE_REQUESTS = 200

async function idleFirstByte({ url }: RunningServer): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < IDLE_REQUESTS; index += 1) {
    const start = performance.now()
    const response = await fetch(`${url}/`, { headers: HEADERS })
    times.push(performance.now() - start)
    await response.arrayBuffer()
  }
  return median(times)
}

function print(result: PageResult): string {
  const { server, requestsPerCpuSecond, ofSolid, ofText, ofTemplate, ofAstro } = result
  const { idleFirstByteMs, rssMb, htmlBytes, htmlBrotliBytes } = result
  const beside = ofAstro === undefined ? '' : `, ${ofAstro.toFixed(2)} x Astro`
  const ratios = `${ofSolid.toFixed(2)} x bare Solid, ${ofText.toFixed(3)} x text, ${ofTemplate.toFixed(2)} x template${beside}`
  const bytes = `${htmlBytes} bytes, ${htmlBrotliBytes} under brotli`
  return `${server.padEnd(16)} ${Math.round(requestsPerCpuSecond)} req per CPU second, ${ratios}, first byte ${idleFirstByteMs.toFixed(2)} ms, ${rssMb.toFixed(0)} MB RSS, ${bytes}`
}
