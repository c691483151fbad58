/** A first look at an app by file names alone: what dev needs before the type analysis has ended. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type FwConfig, patternOfFile } from '@fw/runtime/contract'
import type { ApiModuleModel, AppModel, ConventionFiles, RouteModel } from '../model.ts'
import type { AppPaths } from './app-paths.ts'

const ROUTE_FILE = /\.(?:tsx|jsx|ts|js)$/

/** The model without what only types can tell: apis of a module, components, schemas. */
export function scanApp(paths: AppPaths, config: FwConfig): AppModel {
  return {
    root: paths.root,
    config,
    modules: scanApis(paths),
    routes: scanRoutes(paths),
    components: [],
    files: scanConventions(paths, config),
  }
}

function scanApis(paths: AppPaths): ApiModuleModel[] {
  if (!existsSync(paths.serverDir)) return []
  const prefix = paths.serverDir.slice(paths.root.length + 1)
  return readdirSync(paths.serverDir)
    .filter((name) => name.endsWith('.api.ts'))
    .sort()
    .map((name) => ({ module: name.slice(0, -'.api.ts'.length), file: `${prefix}/${name}`, apis: [] }))
}

function scanRoutes(paths: AppPaths): RouteModel[] {
  if (!existsSync(paths.routesDir)) return []
  const files = readdirSync(paths.routesDir, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => ROUTE_FILE.test(name) && !name.endsWith('.d.ts'))
    .sort()
  const layouts = files.filter((name) => baseName(name) === '_layout')
  return files.map((filePath) => toRoute(filePath, layouts))
}

function toRoute(filePath: string, layouts: readonly string[]): RouteModel {
  const base = baseName(filePath)
  if (base === '_layout') return { filePath, kind: 'layout', layouts: [] }
  if (base === '_500') return { filePath, kind: 'error', layouts: [] }
  const around = layouts.filter((layout) => filePath.startsWith(folderOf(layout)))
  if (base === '_404') return { filePath, kind: 'not-found', layouts: around }
  return { filePath, kind: 'page', pattern: patternOfFile(filePath), layouts: around }
}

function baseName(filePath: string): string {
  return (filePath.split('/').at(-1) ?? '').replace(ROUTE_FILE, '')
}

/** `orders/` of `orders/_layout.tsx`; empty for the root, which is a prefix of every file. */
function folderOf(filePath: string): string {
  return filePath.slice(0, filePath.lastIndexOf('/') + 1)
}

function scanConventions(paths: AppPaths, config: FwConfig): ConventionFiles {
  const first = (...names: string[]) => names.find((name) => existsSync(join(paths.root, name)))
  return {
    ctx: first('src/ctx.ts'),
    session: first('src/session.ts'),
    middleware: first('src/middleware.ts'),
    matchers: first('src/matchers.ts'),
    stores: first('src/stores.ts'),
    agent: first('src/agent.ts'),
    client: first(config.clientEntry ?? 'src/client.ts'),
    styles: first('src/styles.css'),
    config: first('fw.config.ts', 'fw.config.js', 'fw.config.mjs'),
  }
}
