import type { Platform } from '@fw/runtime/contract'
import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { type AnalyzedConfig, readStaticConfig } from '#analyze/config.ts'
import { readLoadingCalls } from '#analyze/modules/loading-calls.ts'
import { followImports, isScript } from '#analyze/modules/source-files.ts'
import { readOnce } from '#analyze/modules/tree-cache.ts'
import { listLivePages } from '#analyze/pages/live-pages.ts'
import { toPlatformCron } from '#analyze/platform-cron.ts'
import { listScheduleTimes } from '#analyze/schedules.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { SourceSpan } from '#model.ts'
import { createRule } from '../rule.ts'

type Feature = 'websocket' | 'schedules' | 'sqlite' | 'no-data' | 'live' | 'loading-call'

interface TargetFact {
  readonly feature: Feature
  /** Name of the platform in messages. */
  readonly platform: string
  /** URL of a live page, otherwise empty. */
  readonly page: string
  /** Name of a schedule, and why the platform can't run it; or of a function that a module calls while it loads. Otherwise empty. */
  readonly name: string
  readonly problem: string
  readonly span: SourceSpan | undefined
}

/** Features that a function lacks which runs only while it handles a request, in several instances. */
const MISSING_IN_FUNCTIONS: readonly Feature[] = ['websocket', 'schedules', 'sqlite', 'no-data', 'live']

/** Features that a platform can't provide. Platforms without an entry provide all. */
const MISSING: Readonly<Partial<Record<Platform, { readonly name: string; readonly features: readonly Feature[] }>>> = {
  cloudflare: { name: 'Cloudflare Workers', features: ['loading-call'] },
  lambda: { name: 'AWS Lambda', features: MISSING_IN_FUNCTIONS },
  netlify: { name: 'Netlify', features: MISSING_IN_FUNCTIONS },
  vercel: { name: 'Vercel', features: MISSING_IN_FUNCTIONS },
}

/** A build for a platform that lacks a feature of the app would lose connections, data or work, without an error. */
export const targetFeature = createRule({
  code: 'target-feature',
  number: 1152,
  severity: 'error',
  title: 'Not supported by the platform of the build',
  messages: {
    websocket:
      "{platform} doesn't serve the WebSocket endpoint of this file. Build with the target node, bun, deno, h3 or cloudflare, or remove the file.",
    schedules:
      '{platform} can\'t run the schedule "{name}" with its own cron: {problem}, or build with the target node, bun, deno or h3.',
    sqlite:
      '{platform} has no lasting disk, so SQLite data would be lost. Set data to a redis:// or postgres:// URL, which the function reads from its environment.',
    'no-data':
      "{platform} runs several instances, each with its own memory, so approvals, limits and tasks would be lost. Set data to a redis:// or postgres:// URL, or to 'memory' if the app doesn't depend on them.",
    live: 'The page {page} stays current with an open stream, and {platform} ends each response after a time limit and bills for its duration. Remove live and <Live>, or build with the target node, bun, deno or h3.',
    'loading-call':
      '{platform} allow no requests, timers and random values while a module loads, so {name}() fails there. Call it in a function, on the first request that needs it.',
  },
  collect(app) {
    const { output = 'bun' } = app.outline.config
    const missing = MISSING[output]
    if (missing === undefined) return []
    return missing.features.flatMap((feature) =>
      FINDERS[feature](app).map((found): TargetFact => ({ ...EMPTY, feature, platform: missing.name, ...found })),
    )
  },
  check(facts, report) {
    for (const { feature, span, platform, page, name, problem } of facts)
      report(feature, { ...(span && { span }), data: { platform, page, name, problem } })
  },
})

const EMPTY = { page: '', name: '', problem: '' }

type Found = Pick<TargetFact, 'span'> & Partial<Pick<TargetFact, 'page' | 'name' | 'problem'>>

const FINDERS: Readonly<Record<Feature, (app: AnalyzedApp) => readonly Found[]>> = {
  websocket: (app) => findFile(app, 'websocket'),
  schedules: findUnplannedSchedules,
  live: (app) => listLivePages(app).map(({ route, file, span }) => ({ page: route.pattern ?? file, span })),
  sqlite: (app) => (app.outline.config.data?.startsWith('sqlite:') === true ? [{ span: findField(app, 'data') }] : []),
  'no-data': (app) => (readsData(app) ? [] : [{ span: findField(app, 'data') }]),
  'loading-call': findLoadingCalls,
}

/** Finds calls in the modules that the server loads, without the browser's entry and the modules that only it imports. */
function findLoadingCalls({ outline, reader, resolveImport }: AnalyzedApp): readonly Found[] {
  const { routes, routesDir, apiFiles, conventions } = outline
  const { client: _client, config: _config, ...files } = conventions.files
  const modules = [
    ...[...routes.routes, ...routes.http].map(({ filePath }) => `${routesDir}/${filePath}`),
    ...apiFiles.collected.map(({ file }) => file),
    ...Object.values(files).filter((file) => file !== undefined),
  ]
  return [...followImports(reader, { modules, resolveImport })].filter(isScript).flatMap((file) =>
    (readOnce(reader, file, readLoadingCalls) ?? []).map(({ name, start, end }) => ({
      name,
      span: createSpan(file, reader.textOf(file) ?? '', start, end),
    })),
  )
}

/** Schedules whose times the cron of a platform can't have. Invalid ones have their own rule. */
function findUnplannedSchedules({ outline, reader }: AnalyzedApp): readonly Found[] {
  const { files, schedules: invalid } = outline.conventions
  if (files.schedules === undefined) return []
  return listScheduleTimes(reader, files.schedules).flatMap((times): readonly Found[] => {
    const { name, isOpen } = times
    if (invalid.some((fact) => fact.name === name)) return []
    if (isOpen) return [{ name, span: times.getSpan(), problem: OPEN_TIMES }]
    const found = toPlatformCron(times)
    return 'cron' in found ? [] : [{ name, span: times.getSpan(found.field), problem: found.problem }]
  })
}

const OPEN_TIMES =
  'its times are known only at run time. Write cron or every as a literal in export const … = schedule({ … })'

function findFile({ outline, reader }: AnalyzedApp, name: 'websocket'): readonly Found[] {
  const file = outline.conventions.files[name]
  return file === undefined ? [] : [{ span: createSpan(file, reader.textOf(file) ?? '', 0, 0) }]
}

/** Whether the configuration sets `data`, maybe to a value of the environment that only the function has. */
function readsData(app: AnalyzedApp): boolean {
  const read = readSource(app)
  return (app.outline.config.data ?? read?.config.data) !== undefined || read?.unread.includes('data') === true
}

/** Position of the field, or of the configuration without it; `undefined` for an app without a configuration. */
function findField(app: AnalyzedApp, field: string): SourceSpan | undefined {
  const { config: file } = app.outline.conventions.files
  const place = readSource(app)?.placeOf(field)
  if (place !== undefined || file === undefined) return place
  return createSpan(file, app.reader.textOf(file) ?? '', 0, 0)
}

/** A build has evaluated the configuration, and hasn't read its source. */
function readSource({ outline, reader }: AnalyzedApp): AnalyzedConfig | undefined {
  const { config: file } = outline.conventions.files
  return outline.read ?? (file === undefined ? undefined : readStaticConfig(reader, file))
}
