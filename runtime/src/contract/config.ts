/** The application configuration: what `fw.config.ts` exports. These comments are the reference. */
import type { CacheConfig } from './cache.ts'
import type { FeedConfig } from './feed.ts'
import type { RedirectStatus } from './navigation.ts'

/** One entry of `redirects`, as `{ from: '/blog/[slug]', to: '/articles/[slug]' }`. */
export interface RedirectRule {
  from: string
  /** A root-relative path, or an http(s) URL. */
  to: string
  /** Default 308, which keeps the method and may be remembered by browsers. */
  status?: RedirectStatus
}

/** One entry of `rewrites`. */
export interface RewriteRule {
  from: string
  /** A root-relative path of this app; not below `/_fw/`. */
  to: string
}

/** A public Ed25519 key as a JWK (RFC 8037), as agents publish them. Members that a verifier does not need may stand. */
export interface AgentKey {
  kty: string
  crv: string
  /** The 32 bytes of the key, base64url. */
  x: string
  kid?: string
  alg?: string
  use?: string
  key_ops?: string[]
  /** Seconds since 1970, as the agent published them; not looked at: take a key off the list to refuse it. */
  nbf?: number
  exp?: number
}

/** Fields of `fw.config.ts` (spec: Application configuration fields). All optional. */
export interface FwConfig extends ConfigData {
  /** The app's feed, served as `/rss.xml`. Needs `siteUrl`. `src/feed.ts` wins. Default: off. */
  feed?: FeedConfig
}

/** The fields that are data: those our own compiler checks. */
export interface ConfigData {
  /** Default document title. */
  title?: string
  /** Default description. */
  description?: string
  /** `<html lang>`. Default `en`. */
  lang?: string
  /**
   * Public origin, as `https://shop.example`. Resolves relative image and canonical; enables sitemap and robots.
   * @pattern ^https?://
   */
  siteUrl?: string
  /** Serves `/llms.txt`, the index of pages and tools for agents. Default: off; `{}` is enough. */
  llmsTxt?: { title?: string; description?: string }
  /** `bun` (default; the bundle runs on Node and Bun), `node` (the same), or `static`. */
  output?: 'bun' | 'node' | 'static'
  /** Default `src/routes`. */
  routesDir?: string
  /** Default `src/server`. */
  serverDir?: string
  /** Default `src/client.ts`. */
  clientEntry?: string
  /** Module of the WebSocket endpoint. Default `src/ws.ts`, where it exists. */
  websocket?: string
  /** Module that exports the app's stores. Default `src/stores.ts`, where it exists. */
  storesModule?: string
  /** Module that exports the app's agent. Default `src/agent.ts`, where it exists. */
  agentModule?: string
  /** Icon of every page, root-relative. Default: `/favicon.svg` or `/favicon.ico`, where `public/` has one. */
  favicon?: string
  /**
   * Pages hold the built stylesheet themselves, in place of a link: one request less for the first page, and its bytes
   * once more in every document. `fw start` only. Default false.
   */
  inlineStyles?: boolean
  /**
   * Fonts that the app serves itself, from the `@fontsource-variable/*` and `@fontsource/*` packages that it has installed.
   * Each family is there as `var(--font-<family>)`. Default: none.
   */
  fonts?: readonly FontConfig[]
  /**
   * A strict Content-Security-Policy on every page: only scripts with the nonce of the answer run. `header` is appended, as
   * `"img-src 'self'; style-src 'self' 'nonce-{nonce}'"`, with the nonce for `{nonce}`. `nonce` names the request header in
   * which a proxy in front hands over the nonce, base64 and new for each answer; default 18 random bytes. Default: off.
   * Static output has no nonces and ignores it, unless `static` is `hash`: each page then names the hashes of its own
   * scripts, in a `<meta>`.
   */
  csp?: boolean | { nonce?: string; header?: string; static?: 'hash' }
  /** Who may settle a proposal without a subject. Default: `open` exactly when the app has no session. */
  approvals?: 'open' | 'signed-in'
  /**
   * Agents that sign their requests (RFC 9421, Web Bot Auth). `keys`: whom to believe. `require`: components that a
   * signature covers beside `@authority`, as `['@method', '@path']`. `nonces: true`: each signature counts once; default
   * false, and a captured request can be sent again until it expires. `policy`: `observe` (default) tells the app who
   * signed and serves everyone; `require` answers 401 to agents without a signature that verifies. Default: off.
   */
  agents?: {
    webBotAuth: { keys: AgentKey[]; require?: string[]; nonces?: boolean }
    policy?: 'observe' | 'require'
  }
  /**
   * The bearer token that callers of `/_fw/mcp` and `/_fw/a2a` need. `tokenEnv` names the environment variable that holds
   * it, read at start; it wins over `token`, and while it is unset everyone is refused. `verifyBearer` of `src/hooks.ts`
   * wins over both. `authorizationServers` names the issuers of tokens: the app serves the documents of RFC 9728 and names
   * them in its refusals; it needs `siteUrl`. `resourceMetadataUrl` names a document elsewhere instead. Default: off, no
   * token is needed.
   */
  mcpAuth?: { tokenEnv?: string; token?: string; resourceMetadataUrl?: string; authorizationServers?: string[] }
  /**
   * Names that callers of `/_fw/mcp` and `/_fw/a2a` may use for this server in `Host`, beside that of `siteUrl`, as
   * `['shop.example', 'localhost:3000']`; without a port, any port. A server that listens on this machine only also takes
   * its loopback names. Default: with neither set, a server that listens on other addresses takes any name.
   */
  allowedHosts?: string[]
  /**
   * Signs what the app's own agent sends to MCP servers (RFC 9421, Web Bot Auth). `keyEnv` names the environment variable
   * that holds the private key, an Ed25519 JWK; it is read at start. Others find the public key below `siteUrl`, at
   * `/.well-known/http-message-signatures-directory`. Default: off, nothing is signed.
   */
  signing?: { keyEnv: string }
  /**
   * Largest request body in bytes. Default 1 MiB.
   * @integer
   * @minimum 0
   */
  maxBodyBytes?: number
  /** What one form with files may send (`multipart/form-data`). More is 413. */
  uploads?: Uploads
  /**
   * Lifetime of a pending proposal in milliseconds. Default 10 minutes.
   * @integer
   * @minimum 1
   */
  proposalTtlMs?: number
  /** Where proposals and other data live: `memory`, `sqlite:<path>` or `redis://…` (Redis 7 or newer). Default `sqlite:.fw/data/fw.db`. */
  data?: 'memory' | `sqlite:${string}` | `redis://${string}` | `rediss://${string}`
  /**
   * Answered before any page is looked for; the first declared match wins. Both sides use the route grammar: what `from`
   * captures stands in `to` in the same form. The query goes along, unless `to` has one.
   */
  redirects?: readonly RedirectRule[]
  /**
   * Pages under other addresses; the address bar keeps the one that was asked for. The same grammar and order; `to` must be
   * a page of this app.
   */
  rewrites?: readonly RewriteRule[]
  /**
   * The service worker that is built from `src/sw.ts` and served at `/sw.js`. `register: false` leaves it to the app to
   * register it. Default: pages with islands, or of an app with a client entry, register it.
   */
  serviceWorker?: { register?: boolean }
  /**
   * Pages whose route says `cache = { scope: 'public' }` are kept and answered again; nothing is kept of any other. `false`
   * keeps none. Default true.
   */
  cache?: boolean | CacheConfig
  /** How links of the app are followed. All on but `viewTransitions`. */
  navigation?: NavigationConfig
  /** The lowest level that is logged: `debug`, `info` (default), `warn`, `error` or `silent`. The variable `LOG_LEVEL` wins. */
  logLevel?: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /**
   * What OpenTelemetry gets, where an SDK is registered. `content: true` adds what tools were called with and what they
   * answered to the spans. Default: no content.
   */
  telemetry?: { content?: boolean }
  /** One line for each answer. Default: on under `fw dev`, off elsewhere. */
  accessLog?: boolean
  /**
   * Proxies in front whose `x-forwarded-for`, `-host` and `-proto` count: `true` for one, the number of them, or their
   * addresses and ranges, as `['10.0.0.0/8']`. Default: these headers are never read.
   */
  trustProxy?: boolean | number | readonly string[]
  /** How long callers may take. */
  timeouts?: Timeouts
  /** How long running requests may take to end after SIGTERM, in milliseconds; streams too. Default 10 seconds. */
  drainMs?: number
  /** How long new requests are still answered after SIGTERM, while `/_fw/ready` says 503, in milliseconds. Default 0. */
  drainDelayMs?: number
  /** Sizes that a build may not go over. Default: no limits. */
  budgets?: Budgets
  /**
   * Compiler switches. `bindingMaps`: what elements show and call is mapped, and the manifest tells it of components (default
   * true). `splitIntents`: in a browser the `run` of each intent is a file of its own (default false).
   */
  compiler?: { bindingMaps?: boolean; splitIntents?: boolean }
}

/**
 * What a route may weigh, in bytes, compressed by brotli as a server sends them. Over one of these `fw build` fails, and says
 * by how much and which modules weigh most.
 */
export interface RouteBudget {
  /**
   * All scripts that it loads by itself: those of its islands and the app's client entry, without what follows after idle.
   * @integer
   * @minimum 0
   */
  script?: number
  /**
   * Its document, of routes without parameters and of those with `staticParams`: the first of these pages.
   * @integer
   * @minimum 0
   */
  html?: number
}

/** The field `budgets`. `script` and `html` hold for every route, in bytes as in `RouteBudget`. */
export interface Budgets extends RouteBudget {
  /**
   * The app's stylesheet, in bytes.
   * @integer
   * @minimum 0
   */
  styles?: number
  /** Limits of single routes, by pattern, as `{ '/admin': { script: 60_000 } }`; they win. */
  routes?: Readonly<Record<string, RouteBudget>>
}

/** One entry of `fonts`. */
export interface FontConfig {
  /** As its package writes it, as `Source Serif 4`. Its stack is `var(--font-source-serif-4)`. */
  family: string
  /** Default `[400]`. A variable font has the whole range of its axis. */
  weights?: readonly number[]
  /** Default `['normal']`. */
  styles?: readonly ('normal' | 'italic')[]
  /** Which scripts, as `['latin', 'latin-ext', 'greek']`. Default: the package's own choice, mostly `['latin']`. */
  subsets?: readonly string[]
  /** Default `swap`: text is shown in the fallback until the font is there. */
  display?: 'auto' | 'block' | 'swap' | 'fallback' | 'optional'
  /** Pages ask for the files of the first subset in the first style at once. Default true. */
  preload?: boolean
  /**
   * What text is set in until then, and where the font lacks a character. Those whose measures are known, as Arial, Georgia,
   * Verdana, are made to take as much space as the font. Default: fonts of its kind that systems have.
   */
  fallback?: readonly string[]
  /** The package to take: `true` the variable font, `false` one file for each weight. Default: the variable one, if installed. */
  variable?: boolean
}

/** The field `navigation`. Pages with neither islands nor a client entry have no script, and are left plainly. */
export interface NavigationConfig {
  /** A link is followed by showing its page in the same document, and what `client:persist` keeps lives on. Default true. */
  spa?: boolean
  /** The page behind a link is fetched while the pointer or the focus rests on it. Default true. */
  prefetch?: boolean
  /** Where links are followed plainly, the browser is told which it may fetch ahead. Default true; off without `prefetch`. */
  speculationRules?: boolean
  /** Pages change by a view transition, unless the person prefers less motion. Default false. */
  viewTransitions?: boolean
}

/** The field `uploads`. */
export interface Uploads {
  /**
   * Bytes of all files and fields together, whatever `maxBodyBytes` says. Default `maxBodyBytes`.
   * @integer
   * @minimum 0
   */
  maxBytes?: number
  /**
   * Bytes of one file. Default `maxBytes`.
   * @integer
   * @minimum 0
   */
  maxFileBytes?: number
  /**
   * Default 20.
   * @integer
   * @minimum 0
   */
  maxFiles?: number
  /**
   * Fields, files included; also of a form that sends no files. Default 1000.
   * @integer
   * @minimum 1
   */
  maxFields?: number
}

/** In milliseconds. */
export interface Timeouts {
  /** From the first byte of a request to the end of its headers. Default 20 seconds; on Bun always about 12. */
  headersMs?: number
  /** From the first byte of a request to the end of its body: then 408. Default 60 seconds. */
  requestMs?: number
  /** A connection between two requests. Default 65 seconds, longer than common proxies keep one; on Bun `idleMs`. */
  keepAliveMs?: number
  /** A connection without a byte in either direction while a request runs. Default 240 seconds; on Bun at most 255. */
  idleMs?: number
}

/** Types `fw.config.ts`; returns its argument. */
export function defineConfig(config: FwConfig): FwConfig {
  return config
}
