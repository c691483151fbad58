/** Sizes of the api modules in the server's bundle. */
import type { Plugin, Rolldown } from 'vite'
import type { ApiModuleModel, AppModel } from '#model.ts'
import type { ApiModuleReport, ModuleReport } from '#report/analysis-report.ts'
import type { AppPaths } from '../app-paths.ts'
import { contractsId, toResolvedId } from '../transform/virtual-modules.ts'
import { type ModuleName, moduleNamer } from './module-names.ts'

interface ServerModule {
  /** Length of its code in the bundle; 0 if nothing of it is left. */
  readonly bytes: number
  /** Static imports, and the contracts of an api module, as ids. */
  readonly imports: readonly string[]
}

/** Modules of the server's bundle by id, without those of the runtime and of Solid. */
export type ServerModules = ReadonlyMap<string, ServerModule>

interface ServerRecorder {
  readonly plugin: Plugin
  /** Complete when the server has been built. */
  readonly modules: ServerModules
}

/** Records the modules of the server's bundle, without the runtime's and Solid's. */
export function recordServerModules(app: { readonly paths: AppPaths }): ServerRecorder {
  const modules = new Map<string, ServerModule>()
  const plugin: Plugin = {
    name: 'fw:server-modules',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle(_, bundle) {
      const lengths = new Map<string, number>()
      for (const item of Object.values(bundle))
        if (item.type === 'chunk')
          for (const [id, { renderedLength }] of Object.entries(item.modules))
            lengths.set(id, (lengths.get(id) ?? 0) + renderedLength)
      const name = moduleNamer(app.paths.root)
      for (const id of this.getModuleIds())
        if (!isEverywhere(name(id)))
          modules.set(id, { bytes: lengths.get(id) ?? 0, imports: listImports(this.getModuleInfo(id)) })
    },
  }
  return { plugin, modules }
}

function listImports(info: Rolldown.ModuleInfo | null): readonly string[] {
  if (info === null) return []
  return [...info.importedIds, ...info.dynamicallyImportedIds.filter((id) => id.startsWith(CONTRACTS))]
}

const CONTRACTS = toResolvedId(contractsId(''))

/** Returns the sizes of the app's api modules, the largest first. */
export function createApiReports({ root, modules }: AppModel, all: ServerModules): readonly ApiModuleReport[] {
  const name = moduleNamer(root)
  const ids = modules.map(({ file }) => `${root}/${file}`)
  const reached = ids.map((id) => listImported(all, [id], new Set()))
  // A module that several api modules import, or another part of the app, stays when one of them is removed.
  const counts = new Map<string, number>()
  for (const found of reached) for (const id of found) counts.set(id, (counts.get(id) ?? 0) + 1)
  const apis = new Set(ids)
  const imported = new Set([...all.values()].flatMap(({ imports }) => imports))
  const roots = [...all.keys()].filter((id) => !imported.has(id))
  const others = listImported(all, roots, apis)
  const isOnly = (id: string) => counts.get(id) === 1 && !others.has(id)
  const reports = modules.map((module, at) => createReport(module, reached[at] ?? new Set(), { all, name, isOnly }))
  return reports.sort((a, b) => b.total - a.total)
}

interface Measured {
  readonly all: ServerModules
  readonly name: (id: string) => ModuleName
  readonly isOnly: (id: string) => boolean
}

function createReport(
  { module, file, apis }: ApiModuleModel,
  reached: ReadonlySet<string>,
  { all, name, isOnly }: Measured,
): ApiModuleReport {
  const sum = (ids: readonly string[]) => ids.reduce((bytes, id) => bytes + (all.get(id)?.bytes ?? 0), 0)
  const ids = [...reached]
  // The first module is the file itself; the framework's modules in the set are its compiled contracts.
  const own = ids.filter((id, at) => at === 0 || name(id).kind === 'fw')
  const others = ids.filter((id) => !own.includes(id))
  return {
    module,
    file,
    tools: apis.length,
    own: sum(own),
    total: sum(ids),
    notShared: sum([...own, ...others.filter(isOnly)]),
    modules: others
      .map((id): ModuleReport => ({ ...name(id), bytes: all.get(id)?.bytes ?? 0 }))
      .filter(({ bytes }) => bytes > 0)
      .sort((a, b) => b.bytes - a.bytes),
  }
}

/** Returns the modules at `roots` and their static imports, without those in `except`. */
function listImported(all: ServerModules, roots: readonly string[], except: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (id: string): void => {
    const module = all.get(id)
    if (module === undefined || found.has(id) || except.has(id)) return
    found.add(id)
    module.imports.forEach(visit)
  }
  roots.forEach(visit)
  return found
}

/** Whether every server loads a module. Virtual modules, such as the contracts of an api module, have names that begin with `fw:`. */
function isEverywhere({ name, kind }: ModuleName): boolean {
  return kind === 'solid' || (kind === 'fw' && !name.startsWith('fw:'))
}
