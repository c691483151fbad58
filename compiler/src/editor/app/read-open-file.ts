/** Reads the open file of an app completely, and what shares a name with it. */
import type { AnalyzedApp } from '#analyze/analyzed-app.ts'
import { API_FILE } from '#analyze/apis/api-files.ts'
import { OUTLINE, SOURCES } from '#analyze/app-outline.ts'
import { READER, TEXT } from '#analyze/app-reader.ts'
import { openFile } from '#analyze/contracts/type-host.ts'
import { CONTRACTS, createId, joinTypes, type TypedFile, type TypedResult } from '#analyze/contracts/typed-files.ts'
import { joinApp } from '#analyze/join-app.ts'
import { getResolver } from '#analyze/modules/project-queries.ts'
import { toProjectPath } from '#analyze/modules/workspace-files.ts'
import { ALL_COMPONENTS, COMPONENTS } from '#analyze/pages/components.ts'
import { findStores } from '#analyze/pages/page-definitions.ts'
import type { Read } from '#engine/query.ts'
import type { ApiModuleModel, ComponentModel } from '#model.ts'
import { API_NAMES, APP_NAMES, STORE_NAMES } from './app-names.ts'

/** Returns the module of an api file with its contracts, or `undefined` for other files. */
export function readApiModule(read: Read, file: string): ApiModuleModel | undefined {
  const { apiFiles } = read(OUTLINE)
  const api = apiFiles.collected.find((one) => one.file === file)
  const result = api && readTyped(read, { kind: 'api', ...api })
  return result && 'model' in result.analyzed ? result.analyzed.model : undefined
}

function readTyped(read: Read, typed: TypedFile): TypedResult | undefined {
  const id = createId(typed)
  const result = read(CONTRACTS, id)
  return result && { id, query: CONTRACTS, analyzed: result.analyzed, siblings: result.siblings }
}

/** Returns the contracts of the tools that a file defines. */
export function readTypedParts(read: Read, file: string): readonly TypedResult[] {
  const { apiFiles, conventions } = read(OUTLINE)
  const { env, stores } = conventions.files
  const api = apiFiles.collected.find((one) => one.file === file)
  const hasIntents = read(COMPONENTS, file).components.some(({ intents }) => intents.length > 0)
  const typed: readonly TypedFile[] = [
    ...(api === undefined ? [] : [{ kind: 'api' as const, ...api }]),
    ...(hasIntents ? [{ kind: 'intents' as const, file }] : []),
    ...(stores !== undefined && definesStore(read, stores, file) ? [{ kind: 'stores' as const, file: stores }] : []),
    ...(env === file ? [{ kind: 'env' as const, file }] : []),
  ]
  return typed.flatMap((one) => readTyped(read, one) ?? [])
}

function definesStore(read: Read, stores: string, file: string): boolean {
  if (stores === file) return true
  if (!/\bdefineStore\b/.test(read(TEXT, file) ?? '')) return false
  const opened = openFile(read, stores)
  const path = toProjectPath(read(READER).root, file)
  return (
    opened !== undefined &&
    findStores(opened.context, opened.source).some(({ name }) => name.getSourceFile().fileName === path)
  )
}

/**
 * Returns the app as the rules read it: all of `file` (relative to the root), and parts of other files that share a name
 * with it.
 */
export function readAroundFile(read: Read, file: string): AnalyzedApp {
  const outline = read(OUTLINE)
  const everywhere = read(ALL_COMPONENTS).components
  const typed = readTypedParts(read, file)
  const own = typed.flatMap(({ analyzed }) => ('model' in analyzed ? [analyzed.model] : []))
  const near = listNamesakes(everywhere, file, own[0]?.module)
  const { components, stores = read(STORE_NAMES), ...joined } = joinTypes(typed, near)
  const names = near.flatMap(listFirstNames).map((name) => `${outline.serverDir}/${name}${API_FILE}`)
  const modules = [...new Set([file, ...names])].sort()
  const ofFile = read(COMPONENTS, file)
  return joinApp(read(READER), outline, {
    ...joined,
    components: { ...ofFile, components },
    ...(stores && { stores }),
    names: () => read(APP_NAMES),
    moduleOf: (name) => readApiModule(read, name),
    around: {
      // The first of two duplicates is the valid one: files are in the order of the check.
      files: [...new Set([...(/\.[jt]sx$/.test(file) ? [file] : []), ...components.map((one) => one.file)])].sort(),
      // Browsers never load an api module.
      components: own.length === 0 ? everywhere : near,
    },
    files: () => read(SOURCES),
    resolveImport: getResolver(read),
    openFile: file,
    namesakes: modules.flatMap((one) => (one === file ? (own[0] ?? []) : (read(API_NAMES, one) ?? []))),
  })
}

/**
 * Returns the components of a file, and those with tools of the same name: two tools can collide only if the first
 * parts of their names are equal.
 */
function listNamesakes(
  everywhere: readonly ComponentModel[],
  file: string,
  module: string | undefined,
): readonly ComponentModel[] {
  const own = everywhere.filter((component) => component.file === file)
  const names = new Set([...own.flatMap(listFirstNames), ...(module === undefined ? [] : [module])])
  return everywhere.filter((one) => one.file === file || listFirstNames(one).some((name) => names.has(name)))
}

function listFirstNames({ name, intents }: ComponentModel): readonly string[] {
  return [name, ...intents.map(({ tool }) => tool.slice(0, tool.lastIndexOf('.')))]
}
