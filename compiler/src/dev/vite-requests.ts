/**
 * Decides which requests Vite handles in dev: modules that the app's browser code imports, and assets whose URL is in this
 * code. Vite alone would serve every file of the project. Files of `public/` are sent here. The app handles all other
 * requests.
 */
import { statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { DevEnvironment, Plugin, ViteDevServer } from 'vite'
import type { AppPaths } from '../build/app-paths.ts'
import { AppLinks } from '../build/transform/linked-sources.ts'
import { isStylesheet } from '../build/transform/style-graph.ts'
import { OVERLAY_URL } from './dev-scripts.ts'
import { findPublicFile, sendPublicFile } from './public-files.ts'
import { isReadable } from './readable-files.ts'

export interface ViteRequests {
  /** Records the URLs of assets, and passes every request that isn't for Vite to the app. */
  readonly plugin: Plugin
  /** Lets Vite handle a request. Calls `next` with an error, or without one if the request is for the app. */
  serve(vite: ViteDevServer, request: IncomingMessage, response: ServerResponse, next: Next): void
}

type Next = (error?: unknown) => void

interface ViteRequestsOptions {
  readonly paths: AppPaths
  /** Returns the URLs of scripts, stylesheets and fonts that pages name in their HTML. */
  listPageUrls(): readonly string[]
}

export function createViteRequests(options: ViteRequestsOptions): ViteRequests {
  const pending = new WeakMap<IncomingMessage, Next>()
  const assets = new Set<string>()
  const links = new AppLinks(options)
  const plugin: Plugin = {
    name: 'fw:dev-reach',
    enforce: 'post',
    transform(code, id) {
      // A server module may contain any string: only modules of assets count.
      if (this.environment.name !== 'client' && !ASSET_MODULE.test(code)) return null
      const isAsset = (url: string) => isFile(toFile(options.paths, url))
      // Comments name files too. The code is parsed only when something in it names one.
      if (findAddresses(code).some(isAsset))
        for (const url of findAddresses(isDirectStyle(id) ? quote(code) : listTexts(this.parse(code))).filter(isAsset))
          assets.add(url)
      return null
    },
    // A plugin doesn't know the query that Vite adds to the stylesheet of a link.
    load: {
      order: 'pre',
      filter: { id: /[?&]direct\b/ },
      handler(id) {
        const module = id.replace(/[?&]direct\b/, '')
        const { environment } = this
        if (environment.mode !== 'dev' || isFile(dropQuery(module))) return null
        return environment.pluginContainer.load(module)
      },
    },
    configureServer: {
      order: 'post',
      handler({ middlewares, watcher, environments: { client } }) {
        links.follow(watcher)
        middlewares.use((request: IncomingMessage, response: ServerResponse, next: Next) => {
          const leave = pending.get(request)
          // The framework's own request to Vite, to open the editor.
          if (leave === undefined) return next()
          pending.delete(request)
          const file = isRead(request) ? findPublicFile(options.paths, dropQuery(request.url ?? '/')) : undefined
          if (file !== undefined) return sendPublicFile(file, request, response)
          isReached(request, { ...options, client, assets, links }).then(
            (reached) => (reached ? next() : leave()),
            leave,
          )
        })
      },
    },
  }
  return {
    plugin,
    serve(vite, request, response, next) {
      pending.set(request, next)
      vite.middlewares(request, response, next)
    },
  }
}

interface Reach extends ViteRequestsOptions {
  readonly client: DevEnvironment
  /** Decoded paths of assets. */
  readonly assets: ReadonlySet<string>
  readonly links: AppLinks
}

/** Virtual modules that pages load first. */
const ENTRY = /^\/@id\/\0fw:(?:client$|browser\/[\w-]+$)/

async function isReached(request: IncomingMessage, reach: Reach): Promise<boolean> {
  const { client, paths, assets, links, listPageUrls } = reach
  const sent = request.url ?? '/'
  if (isPing(request)) return dropQuery(sent) === '/'
  const url = decodeUrl(sent)
  if (url === undefined) return false
  const path = dropQuery(url)
  if (path === '/@vite/client' || ENTRY.test(url) || url === decodeUrl(OVERLAY_URL)) return true
  if (client.depsOptimizer?.isOptimizedDepUrl(path) === true) return true
  const isOnDisk = isFile(toFile(paths, path))
  const isStyle = isStylesheet(path)
  // Nearly every request for the app ends here: its path isn't a file of the project.
  if (!url.startsWith('/@') && !client.moduleGraph.urlToModuleMap.has(url) && !isOnDisk && !isStyle) return false
  const isListed = (entry: string) => dropQuery(entry).replace('__x00__', '\0') === path
  const isOnPage = assets.has(path) || (url === path && listPageUrls().some(isListed))
  if (isOnPage && isOnDisk)
    return isReadable(toFile(paths, url), { paths, folders: client.config.server.fs.allow, links: links.list() })
  // A stylesheet that a plugin of the app creates.
  return (isOnPage && isStyle) || isImported(url, client)
}

/** Returns whether a browser module imports this one. A stylesheet that lists its sources doesn't import them. */
async function isImported(url: string, { moduleGraph }: DevEnvironment): Promise<boolean> {
  const key = url.startsWith('/@id/') ? url.slice('/@id/'.length) : url
  // The client boundary throws for server modules, which no browser module imports.
  const found = await moduleGraph.getModuleByUrl(key).catch(() => undefined)
  return [...(found?.importers ?? [])].some(({ id }) => id !== null && !isStylesheet(id))
}

/**
 * Decodes a URL as Vite does, without the queries of edits and dynamic imports. Returns `undefined` for URLs with `..`
 * and similar.
 */
function decodeUrl(sent: string): string | undefined {
  let url: string
  try {
    url = decodeURI(sent).replace('__x00__', '\0')
  } catch {
    return undefined
  }
  url = url
    .replace(/\bt=\d{13}&?\b/, '')
    .replace(/([?&])import=?(?:&|$)/, '$1')
    .replace(/[?&]$/, '')
  // Vite resolves `..` after a `?` and a `#` too.
  const isRoundabout = /[\\#]|%(?:00|2f|5c)|\/\.\.?(?:\/|$)/i.test(url) || /\/(?:\/|$)/.test(dropQuery(url))
  return isRoundabout ? undefined : url
}

/** Vite's client requests any page with this header, to check whether the server is back. */
function isPing({ headers }: IncomingMessage): boolean {
  return headers.accept === 'text/x-vite-ping'
}

function isRead(request: IncomingMessage): boolean {
  return (request.method === 'GET' || request.method === 'HEAD') && !isPing(request)
}

function dropQuery(url: string): string {
  return url.split('?', 1)[0] ?? url
}

function toFile({ root }: AppPaths, url: string): string {
  return url.startsWith('/@fs/') ? url.slice('/@fs'.length) : root + url
}

/** Returns `false` also for a string that isn't a valid path: code contains many strings that begin with a slash. */
function isFile(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

/** Form of the modules that Vite and the framework's images plugin generate for an imported asset. */
const ASSET_MODULE = /^export default (?:"\/|\{"src":"\/)/

/** Returns whether the module is the text of a stylesheet, as a `<link>` loads it, and not a script that inserts it. */
function isDirectStyle(id: string): boolean {
  return isStylesheet(id) && /[?&]direct\b/.test(id)
}

/** Returns the quoted strings and template parts of a syntax tree, without the comments of stylesheets inside them. */
function listTexts(node: unknown): string {
  if (Array.isArray(node)) return node.map(listTexts).join('')
  if (typeof node !== 'object' || node === null) return ''
  const { type, value } = node as { readonly type?: unknown; readonly value?: unknown }
  if (type === 'Literal' && typeof value === 'string') return quote(value)
  if (type === 'TemplateElement') return quote((value as { readonly cooked?: string | null }).cooked ?? '')
  return Object.values(node).map(listTexts).join('')
}

function quote(text: string): string {
  return `"${text.includes('url(') ? text.replace(/\/\*[\s\S]*?\*\//g, '') : text}"\n`
}

/** Returns the decoded paths in strings and in `url()`. */
function findAddresses(code: string): readonly string[] {
  return [...code.matchAll(/["'`(](\/[^\s"'`()\\<>?#]+)/g)].flatMap(([, address = '']) => decodeUrl(address) ?? [])
}
