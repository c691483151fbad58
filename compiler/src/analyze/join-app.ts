/** Combines the parts of an app: the same for the command line, the build and the editor. */
import type { AppModel, RouteModel } from '../model.ts'
import type { AnalyzedApp, AppParts, ContractFile } from './analyzed-app.ts'
import type { AppOutline } from './app-outline.ts'
import type { AppReader } from './app-reader.ts'
import type { AnalyzedEnv } from './environment.ts'
import { readPageResponse } from './pages/page-responses.ts'
import { getCacheTags, getMessages, listOpenRoutes } from './shared-facts.ts'

export function joinApp(reader: AppReader, outline: AppOutline, parts: AppParts): AnalyzedApp {
  const { modules, tools = [], env } = parts
  const envFile = outline.conventions.files.env
  let model: AppModel | undefined
  const app: AnalyzedApp = {
    ...parts,
    reader,
    outline,
    contractFiles: [
      ...modules,
      ...tools.map(({ file, contracts, fields, definitions }) => ({
        facts: { file, module: 'page', exports: [], contracts, fields, definitions, syntax: [] },
      })),
      ...(envFile === undefined || env === undefined ? [] : [describeEnv(envFile, env)]),
    ],
    get model() {
      model ??= createModel(app)
      return model
    },
  }
  return app
}

/** The rules for contracts also check the members of `Env`. */
function describeEnv(file: string, { contracts }: AnalyzedEnv): ContractFile {
  return { facts: { file, module: 'env', exports: [], contracts, fields: [], definitions: [], syntax: [] } }
}

function createModel(app: AnalyzedApp): AppModel {
  const { reader, outline, modules, components, stores, env } = app
  const { model: i18n } = getMessages(app)
  const { tags } = getCacheTags(app)
  const open = new Set(listOpenRoutes(app))
  const readResponse = (route: RouteModel) =>
    open.has(route) ? readPageResponse(reader, outline.routesDir, route) : route
  return {
    root: reader.root,
    config: outline.config,
    modules: app.namesakes ?? modules.map(({ model }) => model),
    routes: outline.routes.routes.map(readResponse),
    components: components.components,
    ...(stores && { stores }),
    files: outline.conventions.files,
    ...(env?.model === undefined ? {} : { env: env.model }),
    ...(i18n && { i18n }),
    ...(tags && { tags }),
  }
}
