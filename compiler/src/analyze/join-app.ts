/** Combines the parts of an app: the same for the command line, the build and the editor. */
import type { AppModel, PlannedSchedule, RouteModel } from '../model.ts'
import type { AnalyzedApp, AppParts } from './analyzed-app.ts'
import type { AppOutline } from './app-outline.ts'
import { parseAppPackage } from './app-package.ts'
import type { AppReader } from './app-reader.ts'
import { PACKAGE_FILE } from './pages/convention-files.ts'
import { findEmptyManifests } from './pages/empty-manifests.ts'
import { readListedExports } from './pages/listed-exports.ts'
import { listLivePages } from './pages/live-pages.ts'
import { readPageResponse } from './pages/page-responses.ts'
import { CRON_PLATFORMS, toPlatformCron } from './platform-cron.ts'
import { listScheduleTimes } from './schedules.ts'
import { getCacheTags, getMessages, listOpenRoutes } from './shared-facts.ts'

export function joinApp(reader: AppReader, outline: AppOutline, parts: AppParts): AnalyzedApp {
  let model: AppModel | undefined
  const app: AnalyzedApp = {
    ...parts,
    reader,
    outline,
    get model() {
      model ??= createModel(app)
      return model
    },
  }
  return app
}

function createModel(app: AnalyzedApp): AppModel {
  const { reader, outline, modules, components, stores, env } = app
  const { model: i18n } = getMessages(app)
  const { tags } = getCacheTags(app)
  const open = new Set(listOpenRoutes(app))
  const emptyManifests = findEmptyManifests(app)
  const livePages = new Map(listLivePages(app).map(({ route, live }) => [route, { live }]))
  const readRoute = (route: RouteModel): RouteModel => {
    const known = { ...route, ...livePages.get(route) }
    const read = emptyManifests.has(route.filePath) ? { ...known, emptyManifest: true as const } : known
    if (!open.has(route)) return read
    const { routesDir } = outline
    return { ...readPageResponse(reader, routesDir, read), ...readListedExports(reader, routesDir, route) }
  }
  const schedules = listPlannedSchedules(reader, outline)
  return {
    root: reader.root,
    config: outline.config,
    ...(schedules.length > 0 && { schedules }),
    ...(outline.config.openapi !== undefined && { appPackage: parseAppPackage(reader.textOf(PACKAGE_FILE)) }),
    modules: app.namesakes ?? modules.map(({ model }) => model),
    routes: outline.routes.routes.map(readRoute),
    ...(outline.routes.http.length > 0 && { http: outline.routes.http }),
    components: components.components,
    ...(stores && { stores }),
    files: outline.conventions.files,
    ...(env?.model === undefined ? {} : { env: env.model }),
    ...(i18n && { i18n }),
    ...(tags && { tags }),
  }
}

/** Returns the schedules that the platform of the build calls. Its rule reports the others. */
function listPlannedSchedules(reader: AppReader, { config, conventions }: AppOutline): readonly PlannedSchedule[] {
  const { schedules: file } = conventions.files
  if (file === undefined || !CRON_PLATFORMS.includes(config.output)) return []
  return listScheduleTimes(reader, file).flatMap((times) => {
    const converted = toPlatformCron(times)
    return 'cron' in converted && !times.isOpen ? [{ name: times.name, cron: converted.cron }] : []
  })
}
