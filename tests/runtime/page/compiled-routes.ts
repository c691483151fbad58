/** Compiles JSX sources for the server and serves them through `createPages`, in process. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ComponentCache, compileComponent } from '../../../compiler/src/jsx/compile-component.ts'
import type { Ctx } from '../../../runtime/src/contract/api.ts'
import type { FwRequest } from '../../../runtime/src/contract/http/request.ts'
import { createPages } from '../../../runtime/src/page/create-pages.ts'
import type { PageOptions, Pages } from '../../../runtime/src/page/pages.ts'

/** Compiled modules of the test files that share this worker. */
const COMPILED: ComponentCache = new Map()
const WORK = fileURLToPath(new URL('../../../.fw/tests/', import.meta.url))

export interface CompiledApp {
  readonly pages: Pages
  /** Status, headers and body of a GET. */
  get(path: string, ctx?: object): Promise<{ status: number; headers: Readonly<Record<string, unknown>>; body: string }>
  readonly errors: string[]
  /** Loads a compiled file of the app by its path. */
  load(path: string): Promise<Record<string, unknown>>
  close(): void
}

export interface CompiledRoutes {
  /** For `createPages` and `createFwServer`. */
  readonly options: Pick<PageOptions, 'routesDir' | 'loadRoute' | 'runtimeUrl' | 'islandModules'>
  /** Loads a compiled file of the app by its path. */
  load(path: string): Promise<Record<string, unknown>>
  close(): void
}

/** Sources by path below the app's root; those of `routes/` are pages. Close it when the test is over. */
export function compileRoutes(sources: Readonly<Record<string, string>>): CompiledRoutes {
  mkdirSync(WORK, { recursive: true })
  const root = mkdtempSync(join(WORK, 'app-'))
  const modules: Record<string, string> = {}
  for (const [path, code] of Object.entries(sources)) {
    const file = join(root, path)
    const compiled = compileComponent({
      code,
      file,
      root,
      target: 'ssr',
      route: path.startsWith('routes/'),
      insideIsland: !path.startsWith('routes/'),
      dev: false,
      bindingMaps: true,
      cache: COMPILED,
    })
    for (const { id, island } of compiled?.components ?? []) if (island) modules[id.split('#')[0] ?? ''] = `/${path}.js`
    mkdirSync(dirname(file), { recursive: true })
    // The name stays, but the content is JavaScript without JSX.
    writeFileSync(file, compiled?.code ?? code)
  }
  const load = (path: string) => import(/* @vite-ignore */ join(root, path))
  return {
    options: {
      routesDir: join(root, 'routes'),
      loadRoute: (filePath) => load(`routes/${filePath}`),
      runtimeUrl: '/boot.js',
      islandModules: { modules, names: {}, hydrate: '/hydrate.js' },
    },
    load,
    close: () => rmSync(root, { recursive: true }),
  }
}

/** Creates the pages of these routes, with their reports. */
export function compileApp(sources: Readonly<Record<string, string>>, options: PageOptions = {}): CompiledApp {
  const routes = compileRoutes(sources)
  const errors: string[] = []
  const pages = createPages({
    ...routes.options,
    onPageError: (error, place) => errors.push(`${place}: ${error instanceof Error ? error.message : error}`),
    ...options,
  })
  return {
    pages,
    errors,
    load: routes.load,
    async get(path, ctx = {}) {
      const reply = await pages.render(getRequest(path), { headers: new Headers(), ...ctx } as Ctx)
      return { ...reply, body: typeof reply.body === 'string' ? reply.body : '' }
    },
    close: routes.close,
  }
}

/** A request as the server makes it. */
export function getRequest(
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Readonly<Record<string, unknown>> } = {},
): FwRequest {
  return {
    method,
    path,
    segments: path === '/' ? [] : path.slice(1).split('/').map(decodeURIComponent),
    address: undefined,
    host: undefined,
    protocol: undefined,
    viaProxy: false,
    query: '',
    target: path,
    header: (name) => (headers[name] === undefined ? undefined : String(headers[name])),
    text: async () => '',
    signal: new AbortController().signal,
    get web() {
      return new Request(`http://app.invalid${path}`, { method })
    },
  }
}
