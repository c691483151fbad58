/** Describes an app by file names alone: dev needs this before the type analysis has ended. */
import type { FwConfig } from '@fw/runtime/contract'
import { findApiFiles } from '../analyze/apis/api-files.ts'
import { findConventionFiles } from '../analyze/pages/convention-files.ts'
import { analyzeRoutes } from '../analyze/pages/routes.ts'
import type { AppModel } from '../model.ts'
import type { AppPaths } from './app-paths.ts'

/** Returns the model without data that only types have: apis of a module, components, schemas. */
export function scanApp(paths: AppPaths, config: FwConfig): AppModel {
  const { root } = paths
  const local = (folder: string) => folder.slice(root.length + 1)
  const { routes, http } = analyzeRoutes(root, local(paths.routesDir))
  return {
    root,
    config,
    modules: findApiFiles(root, local(paths.serverDir)).collected.map((found) => ({ ...found, apis: [] })),
    routes,
    ...(http.length > 0 && { http }),
    components: [],
    files: findConventionFiles(root, config),
  }
}
