/** Describes an app by file names alone: dev needs this before the type analysis has ended. */
import { existsSync, readFileSync } from 'node:fs'
import type { FwConfig } from '@fw/runtime/contract'
import { join } from '#slash-path.ts'
import { findApiFiles } from '../analyze/apis/api-files.ts'
import { parseAppPackage } from '../analyze/app-package.ts'
import { findConventionFiles, PACKAGE_FILE } from '../analyze/pages/convention-files.ts'
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
    ...(config.openapi !== undefined && { appPackage: readAppPackage(root) }),
    modules: findApiFiles(root, local(paths.serverDir)).collected.map((found) => ({ ...found, apis: [] })),
    routes,
    ...(http.length > 0 && { http }),
    components: [],
    files: findConventionFiles(root, config),
  }
}

function readAppPackage(root: string): AppModel['appPackage'] {
  const file = join(root, PACKAGE_FILE)
  return parseAppPackage(existsSync(file) ? readFileSync(file, 'utf8') : undefined)
}
