/**
 * Finds pages that mount no island and use no store: no module that they load can. Their part of the manifest is empty, so a
 * server lists it without rendering. A module that isn't known completely counts as one that mounts islands.
 */
import { dirname } from 'node:path'
import { type AnalyzedApp, oncePerApp } from '../analyzed-app.ts'
import { CHANNELS_DIR, channelFiles } from '../channel-files.ts'
import { FOREIGN_RESOLVERS } from '../modules/failed-imports.ts'
import { getPackageName } from '../modules/import-hints.ts'
import { getProjectFiles } from '../modules/project-queries.ts'
import { mayUseRuntime } from '../modules/runtime-packages.ts'
import { isServerBuiltin } from '../modules/server-only.ts'
import { isScript } from '../modules/source-files.ts'
import { readOnce } from '../modules/tree-cache.ts'
import { toProjectPath } from '../modules/workspace-files.ts'
import { COMPONENT_FILE } from './analyzed-components.ts'
import { readMountingCode } from './mounting-code.ts'

/** Files that contain no code, as Vite imports them. Plugins turn others into modules, such as Markdown with components. */
const ASSET =
  /\.(?:css|scss|sass|less|styl|stylus|pcss|json|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|mp[34]|webm|ogg|wav|pdf|txt|wasm)$/i
/** Imports of the text or the URL of a file. */
const AS_DATA = /\?(?:raw|url|inline|no-inline|image)$/
const RUNTIME = /^@fw\/runtime(?:\/|$)/

/** Returns the pages with an empty manifest, by their path in the routes folder. Empty in an editor, which reads one file. */
export const findEmptyManifests = oncePerApp((app): ReadonlySet<string> => {
  const { outline, components, openFile } = app
  // Plugins may add imports to any module.
  if (openFile !== undefined || components.syntax.length > 0 || app.reader.read(FOREIGN_RESOLVERS)) return new Set()
  const { routesDir, routes } = outline
  const pages = routes.routes.filter(({ kind }) => kind === 'page')
  const layers = ({ filePath, layouts }: (typeof pages)[number]) =>
    [...layouts, filePath].map((name) => `${routesDir}/${name}`)
  const around = listServerModules(app)
  const mounting = findMountingModules(app, [...around, ...pages.flatMap(layers)])
  // These modules could pass a component to any page, for example in its ctx.
  if (around.some((file) => mounting.has(file))) return new Set()
  const empty = pages.filter((page) => !layers(page).some((file) => mounting.has(file)))
  return new Set(empty.map(({ filePath }) => filePath))
})

/** Convention files whose modules pass no components to pages. Pages use the stores with `useStore`. */
const OTHER_FILES: ReadonlySet<string> = new Set(['stores', 'client', 'styles', 'serviceWorker', 'config'])

/** Returns the modules that a server loads at its start. */
function listServerModules({ reader: { root }, outline }: AnalyzedApp): readonly string[] {
  const files = Object.entries(outline.conventions.files).flatMap(([kind, file]: [string, string | undefined]) =>
    file !== undefined && isScript(file) && !OTHER_FILES.has(kind) ? [file] : [],
  )
  const channels = channelFiles(`${root}/${CHANNELS_DIR}`).map((file) => file.slice(root.length + 1))
  return [...outline.apiFiles.collected.map(({ file }) => file), ...files, ...channels]
}

/** Returns the modules that may mount islands or use stores, among these and all that they load. */
function findMountingModules(app: AnalyzedApp, modules: readonly string[]): ReadonlySet<string> {
  const { reader, resolveImport, components } = app
  const islands = new Set(components.components.flatMap(({ file, island }) => (island ? [file] : [])))
  const sources = new Set(app.files())
  const checkPackage = packageChecker(app)
  const importers = new Map<string, string[]>()
  const mounting = new Set<string>()
  const reached = new Set(modules)
  // Sets are iterated in insertion order, including files that are added meanwhile.
  for (const file of reached) {
    const code = readOnce(reader, file, readMountingCode)
    const isUnknown = code === undefined || (COMPONENT_FILE.test(file) && !sources.has(file))
    if (isUnknown || code.mayMount || islands.has(file)) mounting.add(file)
    for (const specifier of code?.specifiers ?? []) {
      const target = resolveImport(specifier, file)
      if (target !== undefined && isScript(target) && !specifier.includes('?')) {
        reached.add(target)
        importers.set(target, [...(importers.get(target) ?? []), file])
      } else if (target === undefined ? checkPackage(specifier, file) : !isData(specifier, target)) mounting.add(file)
    }
  }
  for (const file of mounting) for (const importer of importers.get(file) ?? []) mounting.add(importer)
  return mounting
}

function isData(specifier: string, target: string): boolean {
  return specifier.includes('?') ? AS_DATA.test(specifier) : ASSET.test(target)
}

/** Creates the check of imports that name no file of the project: whether they may load code that mounts islands. */
function packageChecker({ reader }: AnalyzedApp): (specifier: string, file: string) => boolean {
  const project = getProjectFiles(reader.read)
  const known = new Map<string, boolean>()
  return (specifier, file) => {
    // Imports of the runtime are read with their names.
    if (RUNTIME.test(specifier) || isServerBuiltin(specifier)) return false
    const name = getPackageName(specifier)
    if (name === undefined || specifier.includes('?')) return true
    const from = dirname(toProjectPath(reader.root, file))
    const key = `${name}\n${from}`
    const uses = known.get(key) ?? mayUseRuntime(project, name, from)
    known.set(key, uses)
    return uses
  }
}
