/** Turns a recipe into a codemod, which collects its changes in memory. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Codemod, CodemodApp } from '@fw/codemods'
import type { PackageManager } from 'create-fw'
import type { Recipe } from './recipe.ts'

const PNPM_SETTINGS = 'pnpm-workspace.yaml'
const PNPM_LIST = /^allowBuilds:\r?\n/m

/** Returns the codemod of a recipe. `codemods` is the module `@fw/codemods`. */
export function toCodemod(recipe: Recipe, manager: PackageManager, codemods: typeof import('@fw/codemods')): Codemod {
  return codemods.defineCodemod({
    id: recipe.name,
    title: recipe.description,
    transform(app) {
      const scripts = addToManifest(app, recipe, manager, codemods.setMember)
      if (manager === 'pnpm') skipPnpmScripts(app, recipe.skippedScripts ?? [])
      for (const [path, text] of readRecipeFiles(recipe.name)) addFile(app, path, text, toShownPath(recipe.name, path))
      recipe.edit?.({ ...app, manager, scripts, codemods })
    },
  })
}

/** Creates a file. A file that exists and differs is reported and not changed. `source` is the path of the recipe's file. */
export function addFile(app: CodemodApp, path: string, text: string, source?: string): void {
  const known = app.read(path)
  const compare = source === undefined ? '' : ` Compare it with ${source}.`
  if (known === undefined) app.write(path, text)
  else if (known.replaceAll('\r\n', '\n') !== text)
    app.leave(path, `The file exists and differs from the one of the recipe.${compare}`)
}

function toShownPath(recipe: string, path: string): string {
  return `node_modules/@fw/cli/recipes/${recipe}/${path}`
}

/** Returns the files of a recipe by their paths in the app. A recipe without files has no folder. */
function readRecipeFiles(recipe: string): readonly (readonly [path: string, text: string])[] {
  const folder = fileURLToPath(new URL(`../../recipes/${recipe}/`, import.meta.url))
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')] as const)
}

/** Adds the decisions about install scripts to the settings of pnpm, if the app has them, as new apps do. */
function skipPnpmScripts(app: CodemodApp, names: readonly string[]): void {
  const settings = app.read(PNPM_SETTINGS) ?? ''
  const missing = names.filter((name) => !settings.includes(`'${name}':`))
  if (!PNPM_LIST.test(settings) || missing.length === 0) return
  const lines = missing.map((name) => `  '${name}': false\n`).join('')
  app.write(
    PNPM_SETTINGS,
    settings.replace(PNPM_LIST, (list) => list + lines),
  )
}

/** Member of `package.json` in which npm and yarn have decisions about install scripts, and the decision to skip them. */
const SKIPPED: Partial<Readonly<Record<PackageManager, readonly [field: string, decision: unknown]>>> = {
  npm: ['allowScripts', false],
  yarn: ['dependenciesMeta', { built: false }],
}

/** Adds packages and scripts to `package.json`. Returns the scripts that it then has. */
function addToManifest(
  app: CodemodApp,
  recipe: Recipe,
  manager: PackageManager,
  setMember: (text: string, path: readonly string[], value: unknown) => string,
): Readonly<Record<string, string>> {
  const before = app.read('package.json') ?? '{}\n'
  const manifest = JSON.parse(before) as Readonly<Record<string, Readonly<Record<string, string>> | undefined>> // a manifest
  const { dependencies = {}, devDependencies = {}, scripts = {} } = manifest
  let text = before
  for (const [name, script] of Object.entries(recipe.scripts ?? {}))
    if (scripts[name] === undefined) text = setMember(text, ['scripts', name], script)
  const installed = { ...devDependencies, ...dependencies }
  for (const field of ['dependencies', 'devDependencies'] as const) {
    const missing = Object.entries(recipe[field] ?? {}).filter(([name]) => installed[name] === undefined)
    if (missing.length === 0) continue
    const all = [...Object.entries(manifest[field] ?? {}), ...missing]
    text = setMember(text, [field], Object.fromEntries(all.sort(([left], [right]) => (left < right ? -1 : 1))))
  }
  const [field = '', decision] = SKIPPED[manager] ?? []
  const decisions = manifest[field]
  for (const name of decisions === undefined ? [] : (recipe.skippedScripts ?? []))
    if (decisions?.[name] === undefined) text = setMember(text, [field, name], decision)
  if (text !== before) app.write('package.json', text)
  return { ...recipe.scripts, ...scripts }
}
