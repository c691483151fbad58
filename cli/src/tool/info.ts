/** Data of `fw info`, from the app's files, its packages, and the MCP servers of its agent. */
import { join } from 'node:path'
import type { AppDescription } from '@fw/compiler/dev'
import { getMessage, type RemoteSource } from '@fw/runtime/contract'
import type { FwServer } from '@fw/runtime/server'
import { KNOWN_PROVIDERS, PRICES_DATE } from '@fw/runtime/tooling'
import { readInstalledVersion, readManifest } from '../installed-version.ts'
import { type RemoteReport, reportRemote } from './info-remote.ts'

export interface InfoReport {
  /** From the app's `package.json`. */
  readonly app: { readonly name?: string; readonly version?: string }
  /** Versions of the framework packages and of the runtime. */
  readonly versions: Readonly<Record<string, string>>
  readonly config: AppDescription['config']
  readonly models: ModelTable
  /** Packages that integrate with the framework, and their installed versions. */
  readonly integrations: Readonly<Record<string, string>>
  /** Convention files by convention. */
  readonly files: Readonly<Record<string, string>>
  readonly apis: readonly string[]
  readonly routes: readonly InfoRoute[]
  /** The app's own endpoints, `*.http.ts`. */
  readonly endpoints: readonly Omit<InfoRoute, 'layouts'>[]
  readonly addresses: readonly InfoAddress[]
  readonly schedules: readonly InfoSchedule[]
  readonly remote: readonly RemoteReport[]
  /** Reason if the app could not be loaded. `addresses`, `schedules` and `remote` are empty then. */
  readonly problem?: string
}

/** The framework's table of models. */
interface ModelTable {
  /** Date of its list prices, `YYYY-MM-DD`. */
  readonly pricesDate: string
  /** By provider: the model that is used if the app names none. */
  readonly defaults: Readonly<Record<string, string>>
}

interface InfoRoute {
  /** Bracket form. Absent for error pages. */
  readonly pattern?: string
  readonly module: string
  /** Outermost first. */
  readonly layouts: readonly string[]
}

/** Address of an api beside `/_fw/api/`. */
interface InfoAddress {
  /** Method and path, such as `PUT /articles/[slug]`. */
  readonly address: string
  readonly tool: string
}

/** Schedule that `src/schedules.ts` exports. */
interface InfoSchedule {
  readonly name: string
  /** Cron expression, or an interval such as `every 15m`. */
  readonly when: string
  readonly timezone: string
  readonly overlap: string
  readonly missed: string
  /** Next run as RFC 3339. Absent after the last run. */
  readonly next?: string
}

/** Information that requires the loaded app. */
type LoadedReport = Pick<InfoReport, 'addresses' | 'schedules' | 'remote'>

/**
 * Collects the report. `withServer` loads the app and passes it to a callback; a rejection becomes part of the report.
 */
export async function readInfo(
  root: string,
  withServer: (work: (server: FwServer) => Promise<LoadedReport>) => Promise<LoadedReport>,
): Promise<InfoReport> {
  const { describeApp } = await import('@fw/compiler/dev')
  const { config, files, apis, routes, http } = await describeApp(root)
  const { name, version, ...manifest } = readManifest(join(root, 'package.json'))
  const loaded = await withServer(async (server) => ({
    addresses: server.apiTools.flatMap(({ name: tool, http }) => (http === undefined ? [] : [{ address: http, tool }])),
    schedules: await reportSchedules(server),
    remote: await reportRemote(root, server.remoteSources as readonly RemoteSource[]),
  })).catch((error: unknown) => ({
    addresses: [],
    schedules: [],
    remote: [],
    problem: relative(root, getMessage(error)),
  }))
  return {
    app: { ...(name !== undefined && { name }), ...(version !== undefined && { version }) },
    versions: frameworkVersions(root),
    config: withoutSecrets(config),
    models: { pricesDate: PRICES_DATE, defaults: DEFAULT_MODELS },
    integrations: listIntegrations(root, { ...manifest.dependencies, ...manifest.devDependencies }),
    files: Object.fromEntries(Object.entries(files).filter(([, file]) => file !== undefined)),
    apis,
    routes: routes.map(({ pattern, filePath, layouts }) => ({
      ...(pattern !== undefined && { pattern }),
      module: filePath,
      layouts,
    })),
    endpoints: http.map(({ pattern, filePath }) => ({ pattern, module: filePath })),
    ...loaded,
  }
}

async function reportSchedules(server: FwServer): Promise<readonly InfoSchedule[]> {
  const listed = await server.listSchedules()
  return listed.map(({ name, when, timezone, overlap, missed, next }) => ({
    name,
    when,
    timezone,
    overlap,
    missed,
    ...(next === undefined ? {} : { next: new Date(next).toISOString() }),
  }))
}

const DEFAULT_MODELS = Object.fromEntries(
  KNOWN_PROVIDERS.flatMap(({ provider, defaultModel }) =>
    defaultModel === undefined ? [] : [[provider, defaultModel]],
  ),
)

const FRAMEWORK = ['@fw/runtime', '@fw/compiler', '@fw/cli'] as const

function frameworkVersions(root: string): Readonly<Record<string, string>> {
  const found = FRAMEWORK.map((name) => [name, readInstalledVersion(root, name) ?? 'not installed'])
  const { bun, node } = process.versions
  return Object.fromEntries([...found, bun === undefined ? ['node', node] : ['bun', bun]])
}

/** Packages that an app may add: renderers, schemas, stores, styles, fonts, telemetry, protocols. */
const INTEGRATION =
  /^(?:solid-js|react|react-dom|zod|valibot|arktype|libsql|ioredis|pg|postcss|sass|less|tailwindcss|ai|typescript|vite|vitest|@tailwindcss\/.+|@fontsource.*|@opentelemetry\/.+|@modelcontextprotocol\/.+|vite-plugin-.+|@vitejs\/.+)$/

function listIntegrations(root: string, dependencies: Readonly<Record<string, string>>) {
  const names = Object.keys(dependencies).filter((name) => INTEGRATION.test(name))
  return Object.fromEntries(names.sort().map((name) => [name, readInstalledVersion(root, name) ?? 'not installed']))
}

/** Removes possible secrets, because a configuration may be computed from the environment. */
function withoutSecrets(config: AppDescription['config']): AppDescription['config'] {
  const text = JSON.stringify(config, (key, value: unknown) => {
    if (typeof value !== 'string') return value
    if (/(?:token|secret|password)$/i.test(key)) return '…'
    return value.replace(/(\w:\/\/)[^/@\s]*@/g, '$1…@')
  })
  return JSON.parse(text) as AppDescription['config'] // the same fields
}

/** Shortens full paths, which messages of modules contain. */
function relative(root: string, text: string): string {
  return text.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '').replaceAll(root, '.')
}
