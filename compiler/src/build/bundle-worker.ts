/**
 * The app's service worker: `src/sw.ts` as one script, `dist/client/sw.js`, which begins with the list of files that it
 * may cache.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { type PrecacheList, SetupError, WORKER_PATH } from '@fw/runtime/contract'
import type { InlineConfig, Plugin, Rolldown } from 'vite'
import { join, toSlashes } from '#slash-path.ts'
import { type AppPaths, getApiModule } from './app-paths.ts'
import { checkAssets, clientBoundary } from './transform/client-boundary.ts'
import { sourcePaths } from './transform/source-paths.ts'
import type { AppViteOptions } from './vite/app-options.ts'
import { CONDITIONS, scriptOptions } from './vite/vite-config.ts'

/** The source, relative to the app root. */
const WORKER_FILE = 'src/sw.ts'

/**
 * Returns whether the app has a service worker.
 *
 * @throws `SetupError` if a file in `public/` has the worker's URL.
 */
export function hasWorker({ root }: Pick<AppPaths, 'root'>): boolean {
  if (!existsSync(join(root, WORKER_FILE))) return false
  if (existsSync(join(root, `public${WORKER_PATH}`)))
    throw new SetupError(
      `${WORKER_FILE} is served as ${WORKER_PATH}, but public${WORKER_PATH} exists too. Remove one of them.`,
    )
  return true
}

interface WorkerBuild {
  /** Names of browser files with a hash, relative to the output. */
  readonly hashed: readonly string[]
  /** Whether the pages are files in the output. */
  readonly isStatic: boolean
  readonly inlineStyles: boolean
  /** The app's own options of Vite. */
  readonly vite?: AppViteOptions | undefined
}

/**
 * Builds the worker. Run it after all files in its list exist: the browser files, the server, the pages of a static
 * site.
 */
export async function bundleWorker(
  paths: AppPaths,
  { hashed, isStatic, inlineStyles, vite }: WorkerBuild,
): Promise<void> {
  const code = await workerCode(paths, vite)
  const assets = hashed.filter((name) => /\.(?:js|css|woff2)$/.test(name)).map((name) => `/${name}`)
  const pages = isStatic ? await pagesBelow(paths.clientOut) : undefined
  const hash = createHash('sha256').update(code).update(assets.sort().join())
  for (const { path, text } of pages ?? []) hash.update(path).update(text)
  // A server's pages aren't known at build time, so that each server build counts as a new version.
  if (!isStatic) for (const text of await readScripts(paths.serverOut)) hash.update(text)
  const list: PrecacheList = {
    version: hash.digest('hex').slice(0, 16),
    assets,
    ...(pages && { pages: pages.map(({ path }) => path) }),
    ...(inlineStyles && { inlineStyles }),
  }
  await writeFile(join(paths.clientOut, WORKER_PATH), `self.__FW_PRECACHE__=${JSON.stringify(list)};\n${code}`)
}

async function workerCode(paths: AppPaths, own: AppViteOptions | undefined): Promise<string> {
  const { build, mergeConfig } = await import('vite')
  const { plugins, ...shared } = scriptOptions(own)
  const config: InlineConfig = {
    root: paths.root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    resolve: { conditions: CONDITIONS.client.filter((name) => name !== 'solid') },
    plugins: [clientBoundary({ paths }), checkAssets({ paths }), sourcePaths({ paths }), noApis(paths), plugins],
    build: {
      write: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        checks: { bundlerTimings: false, moduleLevelDirective: false },
        input: { sw: join(paths.root, WORKER_FILE) },
        // Registered as a classic script, which every browser supports.
        output: { format: 'iife', entryFileNames: 'sw.js', codeSplitting: false },
      },
    },
  }
  const built = await build(mergeConfig(shared, config))
  const output = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput // no watch mode
  const chunk = output.output.find((item) => item.type === 'chunk')
  if (chunk === undefined) throw new Error(`${WORKER_FILE} could not be built.`)
  return chunk.code
}

/** Rejects imports of apis in the worker: its calls would have neither a user nor a page. */
function noApis(paths: AppPaths): Plugin {
  return {
    name: 'fw:worker-apis',
    load: {
      filter: { id: /\.api\.ts$/ },
      handler(id) {
        if (getApiModule(paths, id) !== undefined)
          this.error(
            `${WORKER_FILE} imports ${id.slice(paths.root.length + 1)}. A service worker can't call apis: call the api in a page.`,
          )
      },
    },
  }
}

/** Returns the pages of a static site, without the 404 page. */
async function pagesBelow(folder: string): Promise<readonly { readonly path: string; readonly text: string }[]> {
  const names = (await readdir(folder, { recursive: true })).map(toSlashes)
  const pages = names.filter((name) => /(?:^|\/)index\.html$/.test(name)).sort()
  return Promise.all(
    pages.map(async (name) => ({
      path: `/${name
        .replace(/\/?index\.html$/, '')
        .split('/')
        .map(encodeURIComponent)
        .join('/')}`,
      text: await readFile(join(folder, name), 'utf8'),
    })),
  )
}

async function readScripts(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js')).sort()
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
}
