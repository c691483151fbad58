/** Apps that this package contains: templates and examples, copied from the playground. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CreateError } from './fail.ts'
import type { TemplateKind } from './template-kind.ts'

/** The template that is used by default. */
export const STARTER = 'starter'

export interface Template {
  readonly name: string
  readonly kind: TemplateKind
  readonly folder: string
  /** One-line description, from its package.json. */
  readonly description: string
}

/** Returns all apps: the starter, the other templates, the examples. The build of this package copies them. */
export function readTemplates(): readonly Template[] {
  const root = join(packageFolder(), 'dist/templates')
  if (!existsSync(root)) throw new CreateError('This package has no templates, because it was not built.')
  return readdirSync(root)
    .map((name) => readTemplate(name, join(root, name)))
    .sort((left, right) => rank(left) - rank(right) || (left.name < right.name ? -1 : 1))
}

/** Returns the version in this package's `package.json`. */
export function ownVersion(): string {
  return (JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as { version: string }).version // this package's manifest
}

/** Finds the root of this package, both from `src` in tests and from `dist` when installed. */
function packageFolder(): string {
  return dirname(dirname(fileURLToPath(import.meta.url)))
}

function rank({ name, kind }: Template): number {
  if (name === STARTER) return 0
  return kind === 'template' ? 1 : 2
}

function readTemplate(name: string, folder: string): Template {
  const { description = '', template = false } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    description?: string
    template?: boolean
  } // an app of this repository
  return { name, folder, description, kind: template ? 'template' : 'example' }
}
