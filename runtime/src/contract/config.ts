/** The application configuration: what `fw.config.ts` exports. These comments are the reference. */
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

/** Fields of `fw.config.ts` (spec: Application configuration fields). All optional. */
export interface FwConfig {
  /** Default document title. */
  title?: string
  /** Default description. */
  description?: string
  /** `<html lang>`. Default `en`. */
  lang?: string
  /** Public origin, as `https://shop.example`. Resolves relative image and canonical; enables sitemap and robots. */
  siteUrl?: string
  /** `bun` (default; the bundle runs on Node and Bun), `node` (the same), or `static`. */
  output?: 'bun' | 'node' | 'static'
  /** Default `src/routes`. */
  routesDir?: string
  /** Default `src/server`. */
  serverDir?: string
  /** Default `src/client.ts`. */
  clientEntry?: string
  /** Icon of every page, root-relative. */
  favicon?: string
  /** Who may settle a proposal without a subject. Default: `open` exactly when the app has no session. */
  approvals?: 'open' | 'signed-in'
  /** Largest request body in bytes. Default 1 MiB. */
  maxBodyBytes?: number
  /** Lifetime of a pending proposal in milliseconds. Default 10 minutes. */
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
  /** The lowest level that is logged: `debug`, `info` (default), `warn`, `error` or `silent`. The variable `LOG_LEVEL` wins. */
  logLevel?: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** One line for each answer. Default: on under `fw dev`, off elsewhere. */
  accessLog?: boolean
  /** Compiler switches. */
  compiler?: { bindingMaps?: boolean; splitIntents?: boolean }
}

/** Types `fw.config.ts`; returns its argument. */
export function defineConfig(config: FwConfig): FwConfig {
  return config
}
