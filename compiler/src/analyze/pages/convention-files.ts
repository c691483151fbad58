/** Finds files with a conventional path and meaning. Loads no TypeScript: dev needs it before the first page. */
import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import type { ConventionFiles } from '#model.ts'
import { join } from '#slash-path.ts'

/** Names of the configuration file; the first existing one is used. */
export const CONFIG_FILES = ['fw.config.ts', 'fw.config.js', 'fw.config.mjs'] as const

/** File and field of the configuration if it has no file of its own (deprecated). */
export const PACKAGE_FILE = 'package.json'
export const PACKAGE_FIELD = 'fw'

/** Files whose default export the framework uses. */
export const WITH_DEFAULT = ['ctx', 'session', 'middleware', 'websocket', 'feed', 'i18n', 'agent', 'mcp'] as const

/** Returns the convention files that exist in the app. */
export function findConventionFiles(root: string, config: FwConfig): ConventionFiles {
  const at = (...names: readonly string[]) => names.find((name) => existsSync(join(root, name)))
  return {
    ctx: at('src/ctx.ts'),
    session: at('src/session.ts'),
    hooks: at('src/hooks.ts'),
    env: at('src/env.ts'),
    middleware: at('src/middleware.ts'),
    websocket: at(posix.normalize(config.websocket ?? 'src/ws.ts')),
    matchers: at('src/matchers.ts'),
    schedules: at('src/schedules.ts'),
    feed: at('src/feed.ts'),
    i18n: at('src/i18n.ts', 'src/i18n/index.ts'),
    mcp: at('src/mcp.ts'),
    stores: at(posix.normalize(config.storesModule ?? 'src/stores.ts')),
    agent: at(posix.normalize(config.agentModule ?? 'src/agent.ts')),
    channels: at('src/channels'),
    skills: at('src/skills'),
    client: at(config.clientEntry ?? 'src/client.ts'),
    styles: at('src/styles.css'),
    serviceWorker: at('src/sw.ts'),
    config: at(...CONFIG_FILES),
  }
}
