/** Writes files in `.fw/` only if their content changed, so that editors and watchers don't react. */
import { realpathSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { join, relative } from '#slash-path.ts'
import { ASSETS_FILE, TOOL_TYPES_FILE } from '../analyze/apis/register-types.ts'
import { emitTypes } from '../emit/app-types.ts'
import { bindingsById } from '../emit/bindings.ts'
import { emitClientEntry } from '../emit/client-entry.ts'
import { emitServerEntry } from '../emit/server-entry.ts'
import { emitToolTypes } from '../emit/tool-types.ts'
import type { AppModel } from '../model.ts'

/**
 * Writes the app's types to `.fw/types`: of its ctx, routes, environment, messages and tools. This needs no build and no
 * secrets. Resolves to the written files, relative to the root; files that are up to date aren't written.
 */
export async function writeTypes(model: AppModel): Promise<readonly string[]> {
  const types = Object.entries(emitTypes(model)).map(([name, text]) => [`.fw/types/${name}`, text])
  types.push([ASSETS_FILE, formatAssetTypes(model.root)])
  const tools = await emitToolTypes(model)
  if (tools === undefined) await rm(join(model.root, TOOL_TYPES_FILE), { force: true })
  else types.push([TOOL_TYPES_FILE, tools])
  return writeGenerated(model.root, Object.fromEntries(types))
}

/**
 * Returns a reference to Vite's types of files and of `import.meta`. By path, because an app doesn't depend on Vite itself.
 * The real path is the one that `types: ["vite/client"]` of an app resolves to, so that the types are never declared twice.
 */
function formatAssetTypes(root: string): string {
  const vite = dirname(createRequire(import.meta.url).resolve('vite/package.json'))
  const file = join(realpathSync(vite), 'client.d.ts')
  const path = relative(join(realpathSync(root), dirname(ASSETS_FILE)), file)
  return `/// <reference path="${path}" />\n`
}

/** Writes all readable output of a build: both entries, the types, the model without its root, and the bindings. */
export async function writeApp(model: AppModel): Promise<void> {
  await writeTypes(model)
  const folder = join(model.root, '.fw')
  const components = model.components.map(({ bindings, ...component }) => component)
  await writeGenerated(folder, {
    'server.js': emitServerEntry(model),
    'client.js': emitClientEntry(model),
    'model.json': json({ ...model, components, root: '.' }),
  })
  if (model.config.compiler?.bindingMaps === false) await rm(join(folder, BINDINGS_FILE), { force: true })
  else await writeGenerated(folder, { [BINDINGS_FILE]: json(bindingsById(model.components)) })
}

/** Bindings by component id, in `.fw/`. */
const BINDINGS_FILE = 'bindings.json'

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Writes the files in `dir` whose content has changed. Resolves to their names. */
export async function writeGenerated(dir: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const written = await Promise.all(
    Object.entries(files).map(async ([name, text]) => ((await writeChanged(join(dir, name), text)) ? [name] : [])),
  )
  return written.flat()
}

/** Resolves to whether the file was written. */
async function writeChanged(file: string, text: string): Promise<boolean> {
  const before = await readFile(file, 'utf8').catch(() => undefined)
  if (before === text) return false
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return true
}
