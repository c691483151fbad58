/** The apps that are shipped inside this package: the starter and the examples, as the playground has them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CreateError } from './fail.ts'

export const STARTER = 'starter'

export interface Template {
  readonly name: string
  readonly folder: string
  /** One line, of its package.json. */
  readonly description: string
}

/** Every template, the starter first. They are copied when the package is built. */
export function readTemplates(): readonly Template[] {
  const root = join(packageFolder(), 'dist/templates')
  if (!existsSync(root)) throw new CreateError('This package was not built: it holds no templates.')
  return readdirSync(root)
    .map((name) => ({ name, folder: join(root, name), description: descriptionOf(join(root, name, 'package.json')) }))
    .sort((left, right) => rank(left.name) - rank(right.name) || (left.name < right.name ? -1 : 1))
}

/** `package.json` of this package. */
export function ownVersion(): string {
  return (JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: string }).version // ours
}

/** From `src` in tests and from `dist` when installed. */
function packageFolder(): string {
  return dirname(dirname(fileURLToPath(import.meta.url)))
}

function rank(name: string): number {
  return name === STARTER ? 0 : 1
}

function descriptionOf(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { description?: string }).description ?? '' // a template of ours
}
