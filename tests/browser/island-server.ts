/** Builds the islands of a fixture folder with Vite and serves its pages, for the tests of island mechanics. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { BROWSER_ENTRIES } from '../../compiler/src/build/client-entries.ts'
import { BROWSER_CHUNKS, BROWSER_OPTIMIZATION } from '../../compiler/src/build/transform/browser-chunks.ts'
import { carryCauses, LEAVES_FOR_LATER } from '../../compiler/src/build/transform/carry-causes.ts'
import { leanPreload } from '../../compiler/src/build/transform/lean-preload.ts'
import { splitSolid } from '../../compiler/src/build/transform/split-solid.ts'
import { unsetVariables } from '../../compiler/src/build/transform/unset-variables.ts'
import { classifyComponents } from '../../compiler/src/jsx/analyze-module.ts'
import { compileComponent } from '../../compiler/src/jsx/compile-component.ts'
import { readPreviewableActions } from '../../compiler/src/jsx/previews/previewable-runs.ts'
import type { IslandModules } from '../../runtime/src/contract/page/asset.ts'
import { writeReply } from '../../runtime/src/host/write-reply.ts'
import { strictPolicy } from '../../runtime/src/page/csp.ts'
import { compileApp, getRequest } from '../runtime/page/compiled-routes.ts'

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url))
const NONCE = 'r4nd0m'

export interface IslandServer {
  readonly origin: string
  /** What islands threw on the server. */
  readonly errors: readonly string[]
  /** Tools called over HTTP, with the origin header they carried. */
  readonly apiCalls: readonly { readonly path: string; readonly origin: string | undefined; readonly input: unknown }[]
  /** Brotli is up to the caller: bytes as built, by URL. */
  file(url: string): Buffer
  close(): Promise<void>
}

/** Serves `folder` (its `routes/` are the pages) under a strict content security policy; `without` leaves files out. */
export async function serveIslands(folder: string, without?: RegExp): Promise<IslandServer> {
  const files = Object.entries(readSources(folder)).filter(([path]) => without?.test(path) !== true)
  const sources = Object.fromEntries(files)
  const { islandModules, runtimeUrl, out } = await bundleOnce(folder, sources)
  const app = compileApp(sources, { islandModules, runtimeUrl })
  const apiCalls: IslandServer['apiCalls'][number][] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app.invalid')
    if (pathname.startsWith('/_fw/api/')) {
      let body = ''
      for await (const part of request.setEncoding('utf8')) body += part
      const origin = request.headers['x-fw-origin']
      apiCalls.push({
        path: pathname,
        origin: typeof origin === 'string' ? origin : undefined,
        input: JSON.parse(body),
      })
      return response.setHeader('content-type', 'application/json').end('{"ok":true,"result":{"done":true}}')
    }
    if (pathname === '/favicon.ico') return response.writeHead(204).end()
    if (pathname.startsWith('/assets/'))
      return response.setHeader('content-type', 'text/javascript').end(readFileSync(join(out, pathname)))
    const reply = await app.pages.render(
      getRequest(pathname, { headers: request.headers }),
      { headers: new Headers() },
      { nonce: NONCE },
    )
    response.setHeader('content-security-policy', strictPolicy(NONCE))
    await writeReply(request, response, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has this form
    errors: app.errors,
    apiCalls,
    file: (url) => readFileSync(join(out, url)),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      app.close()
    },
  }
}

/** Files of a folder by path. */
export function readSources(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')]
    }),
  )
}

/** The browser's version of an api module. */
function stubsOf(code: string, module: string): string {
  const names = [...code.matchAll(/^export (?:const|async function) (\w+)/gm)].map(([, name]) => name)
  const stubs = names.map((name) => `export const ${name} = stub('api.${module}.${name}')`)
  return [`import { stub } from '@fw/runtime/client'`, ...stubs].join('\n')
}

/** Names the actions of stores that have a preview, as the compiler does. */
function markActions(code: string, file: string): string {
  const marks = readPreviewableActions(code, file)
  return `${code}
import { nameStores } from '@fw/runtime/compiled'
nameStores({ ${[...marks.keys()].join(', ')} }, undefined, ${JSON.stringify(Object.fromEntries(marks))})`
}

type Built = Awaited<ReturnType<typeof bundle>>
const builds = new Map<string, Promise<Built & { readonly out: string }>>()

/** The build of a folder, into `out`, which stays as it is: the files of one worker share it. */
export function bundleOnce(
  folder: string,
  sources: Readonly<Record<string, string>>,
): Promise<Built & { readonly out: string }> {
  const key = JSON.stringify([folder, sources])
  const known = builds.get(key)
  if (known !== undefined) return known
  const out = mkdtempSync(join(tmpdir(), 'fw-islands-'))
  const built = bundle(folder, sources, out).then((assets) => ({ ...assets, out }))
  builds.set(key, built)
  return built
}

/** Builds the islands of a folder for the browser, into `out`. */
export async function bundle(folder: string, sources: Readonly<Record<string, string>>, out: string) {
  const islands = Object.entries(sources).flatMap(([path, code]) => {
    const file = join(folder, path)
    const found = classifyComponents({ code, file, root: folder, route: path.startsWith('routes/') })
    return found.filter(({ island }) => island).map((component) => ({ ...component, path: file }))
  })
  const chunks = new Map(islands.map(({ id, path }) => [id.split('#')[0] ?? '', path]))
  const entries: Record<string, string> = {
    'entry:boot': `import { boot } from '@fw/runtime/client'; boot()`,
    'entry:hydrate': `export { mountIsland } from '@fw/runtime/compiled'`,
    'entry:forms': `import { startForms } from '@fw/runtime/compiled'; startForms()`,
    'entry:live': BROWSER_ENTRIES['fw:browser/live-with-islands'] ?? '',
    'entry:navigation': `import { startNavigation } from '@fw/runtime/compiled'; startNavigation()`,
  }
  for (const [chunk, path] of chunks) {
    const names = islands.filter((island) => island.path === path).map(({ exportName }) => exportName)
    entries[`entry:${chunk}`] = `export { ${names.join(', ')} } from ${JSON.stringify(path)}`
  }
  const result = (await build({
    configFile: false,
    root: REPOSITORY,
    logLevel: 'error',
    resolve: { conditions: ['fw-source', 'browser', 'module', 'import', 'default'] },
    plugins: [
      leanPreload(),
      splitSolid(),
      unsetVariables(),
      {
        name: 'test-islands',
        enforce: 'pre',
        resolveId: (id) => (id in entries || id in BROWSER_ENTRIES ? `\0${id}` : undefined),
        load: (id) => (id.startsWith('\0') ? (entries[id.slice(1)] ?? BROWSER_ENTRIES[id.slice(1)]) : undefined),
        transform(code, id) {
          if (!id.startsWith(folder)) return undefined
          if (id.endsWith('.api.ts')) return stubsOf(code, basename(id, '.api.ts'))
          if (basename(id) === 'stores.ts') return markActions(code, id)
          return compileComponent({ code, file: id, root: folder, target: 'dom', route: false, dev: false })
        },
      },
      {
        name: 'test-causes',
        enforce: 'post',
        transform(code, id) {
          if (!id.startsWith(folder) || !LEAVES_FOR_LATER.test(code)) return undefined
          return carryCauses({ code, file: id }, this.parse(code))
        },
      },
    ],
    build: {
      outDir: out,
      emptyOutDir: true,
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.keys(entries).map((id) => [id.slice('entry:'.length), id])),
        preserveEntrySignatures: 'allow-extension',
        optimization: BROWSER_OPTIMIZATION,
        output: { codeSplitting: BROWSER_CHUNKS },
      },
    },
  })) as Rolldown.RolldownOutput // one output, and no watch mode
  const built = result.output.filter((item) => item.type === 'chunk')
  const url = (name: string) => `/${built.find((chunk) => chunk.isEntry && chunk.name === name)?.fileName}`
  const islandModules: IslandModules = {
    modules: Object.fromEntries([...chunks.keys()].map((chunk) => [chunk, url(chunk)])),
    names: Object.fromEntries(islands.map(({ id, name }) => [id, name])),
    hydrate: url('hydrate'),
  }
  return {
    islandModules,
    runtimeUrl: url('boot'),
    formsUrl: url('forms'),
    navigationUrl: url('navigation'),
    liveUrl: url('live'),
  }
}
