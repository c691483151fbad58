/** Leaves out modules of the runtime that a Worker never calls, so that less is uploaded and compiled. */
import { existsSync } from 'node:fs'
import type { Rolldown } from 'vite'
import type { AppPaths } from '#build/app-paths.ts'
import { join } from '#slash-path.ts'

/** Other stores, whose connections end with a request, the sockets of Node, and the reader of folders; with their exports. */
const EXPORTS: Readonly<Record<string, readonly string[]>> = {
  'data/sqlite-data': ['openSqliteData'],
  'data/redis-data': ['openRedisData'],
  'data/postgres-data': ['openPostgresData'],
  'host/crossws.package': ['_nodeAdapter'],
  'router/fs-router': ['createFsRouter', 'readRouteFiles'],
}
/** Needed only by an app with `src/agent.ts`: clients of other MCP servers. */
const OF_AGENTS = { 'agent/remote/mcp-client.package': ['Client'] }
/** Needed only by an app with `src/schedules.ts`. */
const OF_SCHEDULES = { 'schedule/keep-schedule': ['keepSchedule'] }
const EMPTY = '\0fw:left-out/'

export function withoutUnusedModules(paths: AppPaths): Rolldown.Plugin {
  const modules: Readonly<Record<string, readonly string[]>> = {
    ...EXPORTS,
    ...(existsSync(paths.agentFile) ? {} : OF_AGENTS),
    ...(existsSync(join(paths.root, 'src/schedules.ts')) ? {} : OF_SCHEDULES),
  }
  return {
    name: 'fw:left-out-modules',
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        if (importer === undefined) return undefined
        const name = /([\w-]+(?:\.package)?)\.(?:js|ts)$/.exec(source)?.[1]
        const found = Object.keys(modules).find((path) => path.endsWith(`/${name}`))
        return found !== undefined && isOfRuntime(importer) ? EMPTY + found : undefined
      },
    },
    load: {
      order: 'pre',
      handler(id) {
        if (!id.startsWith(EMPTY)) return undefined
        const names = modules[id.slice(EMPTY.length)] ?? []
        const exported = names.map((name) => `refuse as ${name}`).join(', ')
        return { code: `${REFUSE}\nexport { ${exported} }`, moduleType: 'js' }
      },
    },
  }
}

function isOfRuntime(importer: string): boolean {
  return /\/(?:@fw\/runtime|runtime)\/dist\//.test(importer)
}

const REFUSE = `function refuse() {
  throw new Error('This part of the framework is left out of a Worker.')
}`
