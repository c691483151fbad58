/** Apps shipped with this package: the starter and the examples, copied from the playground. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CreateError } from './fail.ts'

export const STARTER = 'starter'

export interface Template {
  readonly name: string
  readonly folder: string
  /** One-line description, from its package.json. */
  readonly description: string
}

/** Returns all templates, the starter first. The build of this package copies them. */
export function readTemplates(): readonly Template[] {
  const root = join(packageFolder(), 'dist/templates')
  if (!existsSync(root)) throw new CreateError('This package has no templates, because it was not built.')
  return readdirSync(root)
    .map((name) => ({ name, folder: join(root, name), description: readDescription(join(root, name, 'package.json')) }))
    .sort((left, right) => rank(left.name) - rank(right.name) || (left.name < right.name ? -1 : 1))
}

/** Returns the version in this package's `package.json`. */
export function ownVersion(): string {
  return (JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: string }).version // this package's manifest
}

/** Finds the root of this package, both from `src` in tests and from `dist` when installed. */
function packageFolder(): string {
  return dirname(dirname(fileURLToPath(import.meta.url)))
}

function rank(name: string): number {
  return name === STARTER ? 0 : 1
}

function readDescription(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { description?: string }).description ?? '' // a template of this repository
}
