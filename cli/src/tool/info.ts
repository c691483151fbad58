/** What `fw info` reports, as data: of the files of an app, its packages, and the servers that its agent names. */
import { join } from 'node:path'
import type { AppDescription } from '@fw/compiler/dev'
import type { RemoteSource } from '@fw/runtime/contract'
import type { FwServer } from '@fw/runtime/server'
import { installedVersion, readManifest } from '../installed-version.ts'
import { type RemoteReport, reportRemote } from './info-remote.ts'

export interface InfoReport {
  /** Of the app's `package.json`. */
  readonly app: { readonly name?: string; readonly version?: string }
  /** Of the framework's packages and of what runs them. */
  readonly versions: Readonly<Record<string, string>>
  readonly config: AppDescription['config']
  /** Packages that the framework works with, and their installed versions. */
  readonly integrations: Readonly<Record<string, string>>
  /** Convention files by what they are. */
  readonly files: Readonly<Record<string, string>>
  readonly apis: readonly string[]
  readonly routes: readonly InfoRoute[]
  readonly schedules: readonly InfoSchedule[]
  readonly remote: readonly RemoteReport[]
  /** Why the app could not be loaded; `schedules` and `remote` are empty then. */
  readonly problem?: string
}

export interface InfoRoute {
  /** Bracket form; absent for error pages. */
  readonly pattern?: string
  readonly module: string
  /** Outermost first. */
  readonly layouts: readonly string[]
}

/** What `src/schedules.ts` exports. */
export interface InfoSchedule {
  readonly name: string
  /** A cron expression, or `every 15m`. */
  readonly when: string
  readonly timezone: string
  readonly overlap: string
  readonly missed: string
  /** When it is due next, as RFC 3339; absent where no time comes any more. */
  readonly next?: string
}

/** What only the loaded app tells. */
export type LoadedReport = Pick<InfoReport, 'schedules' | 'remote'>

/** `withServer` loads the app and hands it to `work`; what it rejects with becomes part of the report. */
export async function readInfo(
  root: string,
  withServer: (work: (server: FwServer) => Promise<LoadedReport>) => Promise<LoadedReport>,
): Promise<InfoReport> {
  const { describeApp } = await import('@fw/compiler/dev')
  const { config, files, apis, routes } = await describeApp(root)
  const { name, version, ...manifest } = readManifest(join(root, 'package.json'))
  const loaded = await withServer(async (server) => ({
    schedules: await reportSchedules(server),
    remote: await reportRemote(root, server.remoteSources as readonly RemoteSource[]),
  })).catch((error: unknown) => ({
    schedules: [],
    remote: [],
    problem: relative(root, error instanceof Error ? error.message : String(error)),
  }))
  return {
    app: { ...(name !== undefined && { name }), ...(version !== undefined && { version }) },
    versions: frameworkVersions(root),
    config: withoutSecrets(config),
    integrations: integrationsOf(root, { ...manifest.dependencies, ...manifest.devDependencies }),
    files: Object.fromEntries(Object.entries(files).filter(([, file]) => file !== undefined)),
    apis,
    routes: routes.map(({ pattern, filePath, layouts }) => ({
      ...(pattern !== undefined && { pattern }),
      module: filePath,
      layouts,
    })),
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

const FRAMEWORK = ['@fw/runtime', '@fw/compiler', '@fw/cli'] as const

function frameworkVersions(root: string): Readonly<Record<string, string>> {
  const found = FRAMEWORK.map((name) => [name, installedVersion(root, name) ?? 'not installed'])
  const { bun, node } = process.versions
  return Object.fromEntries([...found, bun === undefined ? ['node', node] : ['bun', bun]])
}

/** What an app may add to the framework: renderers, schemas, stores, styles, fonts, telemetry, protocols. */
const INTEGRATION =
  /^(?:solid-js|react|react-dom|zod|valibot|arktype|libsql|ioredis|postcss|sass|less|tailwindcss|ai|typescript|vite|vitest|@tailwindcss\/.+|@fontsource.*|@opentelemetry\/.+|@modelcontextprotocol\/.+|vite-plugin-.+|@vitejs\/.+)$/

function integrationsOf(root: string, dependencies: Readonly<Record<string, string>>) {
  const names = Object.keys(dependencies).filter((name) => INTEGRATION.test(name))
  return Object.fromEntries(names.sort().map((name) => [name, installedVersion(root, name) ?? 'not installed']))
}

/** A configuration may be computed from the environment: whatever may be a secret is left out. */
function withoutSecrets(config: AppDescription['config']): AppDescription['config'] {
  const text = JSON.stringify(config, (key, value: unknown) => {
    if (typeof value !== 'string') return value
    if (/(?:token|secret|password)$/i.test(key)) return '…'
    return value.replace(/(\w:\/\/)[^/@\s]*@/g, '$1…@')
  })
  return JSON.parse(text) as AppDescription['config'] // the same fields
}

/** Messages of modules name them by their full paths. */
function relative(root: string, text: string): string {
  return text.replaceAll(`file://${root}/`, '').replaceAll(`${root}/`, '').replaceAll(root, '.')
}
