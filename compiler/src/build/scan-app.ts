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
  return {
    root,
    config,
    modules: findApiFiles(root, local(paths.serverDir)).collected.map((found) => ({ ...found, apis: [] })),
    routes: analyzeRoutes(root, local(paths.routesDir)).routes,
    components: [],
    files: findConventionFiles(root, config),
  }
}
