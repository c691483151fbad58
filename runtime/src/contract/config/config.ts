/** The app's configuration: the default export of `fw.config.ts`. The reference pages are generated from these comments. */
import type { CacheConfig } from '../page/cache.ts'
import type { FeedConfig } from '../page/feed.ts'
import type { RedirectStatus } from '../page/navigation.ts'
import type { Platform } from './platform.ts'
import type { ViteOptions } from './vite-options.ts'

/** One entry of `redirects`, such as `{ from: '/blog/[slug]', to: '/articles/[slug]' }`. */
export interface RedirectRule {
  from: string
  /** A root-relative path, or an http(s) URL. */
  to: string
  /** Default 308, which preserves the method and may be cached by browsers. */
  status?: RedirectStatus
}

/** One entry of `rewrites`. */
export interface RewriteRule {
  from: string
  /** A root-relative path of this app; not below `/_fw/`. */
  to: string
}

/** A public Ed25519 key as a JWK (RFC 8037), as agents publish it. Members that verification doesn't use are allowed. */
export interface AgentKey {
  kty: string
  crv: string
  /** The 32 bytes of the key, base64url. */
  x: string
  kid?: string
  alg?: string
  use?: string
  key_ops?: string[]
  /** Seconds since 1970, as the agent published them. Ignored: remove a key from the list to refuse it. */
  nbf?: number
  exp?: number
}

/** Fields of `fw.config.ts`. All fields are optional. */
export interface FwConfig extends ConfigData {
  /** The app's feed, served as `/rss.xml`. Needs `siteUrl`. `src/feed.ts` takes precedence. Default: off. */
  feed?: FeedConfig
  /**
   * Options of Vite, such as plugins, for `fw build`, `fw dev` and every other command that loads the app's sources. The
   * server doesn't contain them. An app with a `vite.config.ts` has them there. Default: none.
   */
  vite?: ViteOptions
}

/** The fields that contain data only. The framework's compiler generates their validator. */
interface ConfigData {
  /** Default document title. */
  title?: string
  /** Default description. */
  description?: string
  /** `<html lang>`. Default `en`. */
  lang?: string
  /**
   * Public origin, such as `https://shop.example`. Relative image and canonical URLs resolve against it; enables sitemap
   * and robots.txt.
   * @pattern ^https?://
   */
  siteUrl?: string
  /** Serves `/llms.txt`, the index of pages and tools for agents. Default: off; `{}` turns it on. */
  llmsTxt?: { title?: string; description?: string }
  /**
   * `required`: every function in `src/server` has to decide who may call it, with `access` or `scopes`. Otherwise the build
   * fails. Default: every caller may call a function that decides nothing.
   */
  access?: 'required'
  /**
   * `locked`: `fw build` writes the contract of each function to `fw.contract.json`. Commit it, so that `fw verify --against`
   * can compare later versions with it. Default: no file.
   */
  contract?: 'locked'
  /**
   * Serves `/_fw/openapi.json`, the OpenAPI 3.1 document of the app's functions. `true` is the same as `{}`. Default: off.
   */
  openapi?: boolean | OpenApiConfig
  /** Platform of the build. Default `bun`: the bundle runs on Node and Bun. `fw build --target` overrides it. */
  output?: Platform
  /** Default `src/routes`. */
  routesDir?: string
  /** Default `src/server`. */
  serverDir?: string
  /** Default `src/client.ts`. */
  clientEntry?: string
  /** Module of the WebSocket endpoint. Default `src/ws.ts`, if it exists. */
  websocket?: string
  /** Module that exports the app's stores. Default `src/stores.ts`, if it exists. */
  storesModule?: string
  /** Module that exports the app's agent. Default `src/agent.ts`, if it exists. */
  agentModule?: string
  /** Icon of every page, root-relative. Default: `/favicon.svg` or `/favicon.ico`, if `public/` contains one. */
  favicon?: string
  /**
   * Inlines the built stylesheet into pages instead of linking to it: the first page needs one request less, and every
   * document contains its bytes. `fw start` only. Default false.
   */
  inlineStyles?: boolean
  /**
   * Fonts that the app serves itself, from its installed `@fontsource-variable/*` and `@fontsource/*` packages. Each family
   * is available as `var(--font-<family>)`. Default: none.
   */
  fonts?: readonly FontConfig[]
  /**
   * Sets a strict Content-Security-Policy on every page: only scripts with the nonce of the response run. `header` is
   * appended, such as `"img-src 'self'; style-src 'self' 'nonce-{nonce}'"`; `{nonce}` is replaced. `nonce` names the
   * request header in which a proxy passes the nonce, which must be base64 and new for each response; by default the server
   * generates 18 random bytes. Default: off. Static output has no nonces and ignores this field, unless `static` is `hash`:
   * each page then lists the hashes of its own scripts in a `<meta>`.
   */
  csp?: boolean | { nonce?: string; header?: string; static?: 'hash' }
  /**
   * Who may approve or reject a proposal that has no subject. Default: `open` if the app has no session, otherwise
   * `signed-in`.
   */
  approvals?: 'open' | 'signed-in'
  /**
   * Agents that sign their requests (RFC 9421, Web Bot Auth). `keys`: the trusted public keys. `require`: components that a
   * signature must cover in addition to `@authority`, such as `['@method', '@path']`. `nonces: true`: each signature is
   * accepted once; with the default, false, a captured request can be sent again until it expires. `policy`: `observe`
   * (default) passes the signer to the app and serves every request; `require` responds with 401 to agents without a valid
   * signature. Default: off.
   */
  agents?: {
    webBotAuth: { keys: AgentKey[]; require?: string[]; nonces?: boolean }
    policy?: 'observe' | 'require'
  }
  /**
   * The bearer token that callers of `/_fw/mcp` and `/_fw/a2a` need. `tokenEnv` names the environment variable with the
   * token, which is read at start; it takes precedence over `token`, and while it is unset every caller is refused.
   * `verifyBearer` of `src/hooks.ts` takes precedence over both. `authorizationServers` names the issuers of tokens: the
   * app serves the documents of RFC 9728 and links to them in its 401 responses; this needs `siteUrl`.
   * `resourceMetadataUrl` names a document elsewhere instead. Default: off, no token is needed.
   */
  mcpAuth?: { tokenEnv?: string; token?: string; resourceMetadataUrl?: string; authorizationServers?: string[] }
  /**
   * Host names, in addition to the host of `siteUrl`, that callers may use for this server in `Host`, such as
   * `['shop.example', 'localhost:3000']`; a name without a port allows any port. They are checked for `/_fw/mcp` and
   * `/_fw/a2a`; a server that listens only on this machine, without `trustProxy`, checks them for every endpoint, form and
   * WebSocket, and also accepts its loopback names. Default: if neither this field nor `siteUrl` is set, a server that
   * listens on other addresses accepts any name.
   */
  allowedHosts?: string[]
  /**
   * Signs requests of the app's own agent to MCP servers (RFC 9421, Web Bot Auth). `keyEnv` names the environment variable
   * with the private key, an Ed25519 JWK; it is read at start. The public key is served below `siteUrl`, at
   * `/.well-known/http-message-signatures-directory`. Default: off, requests aren't signed.
   */
  signing?: { keyEnv: string }
  /**
   * Largest request body in bytes. Default 1 MiB.
   * @integer
   * @minimum 0
   */
  maxBodyBytes?: number
  /** Limits of one form with files (`multipart/form-data`). A larger form receives 413. */
  uploads?: Uploads
  /**
   * Lifetime of a pending proposal in milliseconds. Default 10 minutes.
   * @integer
   * @minimum 1
   */
  proposalTtlMs?: number
  /**
   * Storage of proposals and other data: `memory`, `sqlite:<path>`, `redis://…` (Redis 7 or newer) or
   * `postgres://…` (PostgreSQL 13 or newer). Default
   * `sqlite:.fw/data/fw.db`.
   */
  data?:
    | 'memory'
    | `sqlite:${string}`
    | `redis://${string}`
    | `rediss://${string}`
    | `postgres://${string}`
    | `postgresql://${string}`
  /**
   * Redirects, which are applied before pages are matched; the first declared match wins. Both sides use the route grammar:
   * parameters that `from` captures are inserted into `to` in the same form. The query is preserved, unless `to` has one.
   */
  redirects?: readonly RedirectRule[]
  /**
   * Pages at additional paths; the browser's address bar retains the requested path. The grammar and the order are the same
   * as for `redirects`; `to` must be a page of this app.
   */
  rewrites?: readonly RewriteRule[]
  /**
   * The service worker that is built from `src/sw.ts` and served at `/sw.js`. With `register: false`, the app registers it
   * itself. Default: pages with islands, and every page of an app with a client entry, register it.
   */
  serviceWorker?: { register?: boolean }
  /**
   * Caches pages whose route exports `cache = { scope: 'public' }`; no other page is cached. `false` turns the cache off.
   * Default true.
   */
  cache?: boolean | CacheConfig
  /** How the app's links are followed. All options except `viewTransitions` are on by default. */
  navigation?: NavigationConfig
  /**
   * The lowest level that is logged: `debug`, `info` (default), `warn`, `error` or `silent`. The environment variable
   * `LOG_LEVEL` takes precedence.
   */
  logLevel?: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /**
   * Data for OpenTelemetry, if an SDK is registered. `content: true` adds the inputs and results of tools to the spans.
   * Default: no content.
   */
  telemetry?: { content?: boolean }
  /** Logs a line for each response. Default: on in `fw dev`, otherwise off. */
  accessLog?: boolean
  /**
   * Proxies whose `x-forwarded-for`, `-host` and `-proto` headers are trusted: `true` for one proxy, a number of proxies,
   * or their addresses and ranges, such as `['10.0.0.0/8']`. Default: these headers are ignored.
   */
  trustProxy?: boolean | number | readonly string[]
  /** Time limits for clients. */
  timeouts?: Timeouts
  /** How long running requests and streams may take to end after SIGTERM, in milliseconds. Default 10 seconds. */
  drainMs?: number
  /**
   * How long new requests are still served after SIGTERM, while `/_fw/ready` responds with 503, in milliseconds. Default 0.
   */
  drainDelayMs?: number
  /**
   * Number of earlier builds whose scripts, styles, images and fonts stay servable, for pages that are open during a deploy. `fw
   * build` copies them from `.fw/cache/assets` into `dist/client`. Default 1; with 0, only the files of the new build.
   * @integer
   * @minimum 0
   */
  keepAssets?: number
  /** Maximum sizes of the build output. Default: no limits. */
  budgets?: Budgets
  /**
   * Compiler options. `bindingMaps`: records which state elements show and which functions they call, and adds this to the
   * components in the manifest (default true). `splitIntents`: emits the `run` of each intent as a file of its own for the
   * browser (default false).
   */
  compiler?: { bindingMaps?: boolean; splitIntents?: boolean }
}

/** Readers with scopes: `{ scopes: ['docs'] }`. */
interface ScopedReaders {
  /**
   * Scopes that a reader needs, all of them.
   * @minItems 1
   */
  scopes: string[]
}

/** The field `openapi`. */
export interface OpenApiConfig {
  /**
   * Callers who may read the document: everyone (`public`), signed-in users (`user`), or callers with scopes. It lists the
   * functions that its reader may call; with `public`, a reader is an anonymous caller. Default `public`.
   */
  access?: 'public' | 'user' | ScopedReaders
  /**
   * `all` lists every function for each reader, with the scopes that its callers need, also functions that lists of tools hide
   * from that reader. Default `callable`.
   */
  operations?: 'callable' | 'all'
  /** `ctxFor` reads the header `authorization: Bearer …`, so clients may send a token. Default false. */
  bearer?: boolean
  /** Version of the API. Default: the version in the `package.json` of the app. */
  version?: string
  /**
   * Serves `/_fw/openapi`, a page that shows the document to the same readers with Redoc. Requires the package `redoc`, whose
   * script the app serves itself. Default false.
   */
  reference?: boolean
}

/**
 * Maximum sizes of a route, in bytes, compressed with brotli as a server sends them. If a route exceeds one of these, `fw
 * build` fails, and reports by how much and which modules are largest.
 */
interface RouteBudget {
  /**
   * All scripts that the route loads by itself: the scripts of its islands and the app's client entry, except scripts
   * that load after idle.
   * @integer
   * @minimum 0
   */
  script?: number
  /**
   * The route's document. Measured for routes without parameters and for the first page of routes with `staticParams`.
   * @integer
   * @minimum 0
   */
  html?: number
}

/** The field `budgets`. `script` and `html` apply to every route, in bytes as in `RouteBudget`. */
interface Budgets extends RouteBudget {
  /**
   * The app's stylesheet, in bytes.
   * @integer
   * @minimum 0
   */
  styles?: number
  /** Limits of single routes, by pattern, such as `{ '/admin': { script: 60_000 } }`. They take precedence. */
  routes?: Readonly<Record<string, RouteBudget>>
}

/** One entry of `fonts`. */
export interface FontConfig {
  /** Name as in the font's package, such as `Source Serif 4`. Its font stack is `var(--font-source-serif-4)`. */
  family: string
  /** Default `[400]`. A variable font contains the whole range of its axis. */
  weights?: readonly number[]
  /** Default `['normal']`. */
  styles?: readonly ('normal' | 'italic')[]
  /**
   * Character subsets, such as `['latin', 'latin-ext', 'greek']`. Default: the default of the package, usually `['latin']`.
   */
  subsets?: readonly string[]
  /** Default `swap`: text is shown in the fallback font until the font has loaded. */
  display?: 'auto' | 'block' | 'swap' | 'fallback' | 'optional'
  /** Preloads the files of the first subset in the first style. Default true. */
  preload?: boolean
  /**
   * Fonts for text until the font has loaded, and for characters that the font lacks. Fonts with known metrics, such as
   * Arial, Georgia and Verdana, are adjusted to take as much space as the font. Default: system fonts of the same kind.
   */
  fallback?: readonly string[]
  /**
   * The package to use: `true` for the variable font, `false` for one file for each weight. Default: the variable font, if
   * installed.
   */
  variable?: boolean
}

/**
 * The field `navigation`. Pages with neither islands nor a client entry have no script; their links load whole documents.
 */
export interface NavigationConfig {
  /**
   * Follows links by replacing the page in the same document; elements with `client:persist` are preserved. Default true.
   */
  spa?: boolean
  /** Fetches the page of a link while the pointer or the focus is on it. Default true. */
  prefetch?: boolean
  /**
   * Declares speculation rules for pages whose links load whole documents, so that the browser can prefetch them. Default
   * true; off if `prefetch` is false.
   */
  speculationRules?: boolean
  /** Changes pages with a view transition, unless the user prefers reduced motion. Default false. */
  viewTransitions?: boolean
}

/** The field `uploads`. */
export interface Uploads {
  /**
   * Maximum bytes of all files and fields together, independent of `maxBodyBytes`. Default `maxBodyBytes`.
   * @integer
   * @minimum 0
   */
  maxBytes?: number
  /**
   * Maximum bytes of one file. Default `maxBytes`.
   * @integer
   * @minimum 0
   */
  maxFileBytes?: number
  /**
   * Maximum number of files. Default 20.
   * @integer
   * @minimum 0
   */
  maxFiles?: number
  /**
   * Maximum number of fields, including files; also for forms without files. Default 1000.
   * @integer
   * @minimum 1
   */
  maxFields?: number
}

/** Time limits in milliseconds. */
export interface Timeouts {
  /** From the first byte of a request to the end of its headers. Default 20 seconds; on Bun always about 12. */
  headersMs?: number
  /** From the first byte of a request to the end of its body, then 408. Default 60 seconds. */
  requestMs?: number
  /**
   * Idle time of a connection between two requests. Default 65 seconds, longer than the keep-alive time of common proxies;
   * on Bun `idleMs`.
   */
  keepAliveMs?: number
  /** Time without a byte in either direction while a request runs. Default 240 seconds; on Bun at most 255. */
  idleMs?: number
}

/** Types `fw.config.ts` and returns its argument unchanged. */
export function defineConfig(config: FwConfig): FwConfig {
  return config
}
