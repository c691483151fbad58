/** Writes each page of the documentation as the sources of an app, for the type checker: nothing is built or run. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { emitTypes } from '../../compiler/src/emit/app-types.ts'
import type { AppModel } from '../../compiler/src/model.ts'
import { BESIDE } from './beside.ts'
import type { Page } from './blocks.ts'

const CONVENTIONS = { ctx: 'src/ctx.ts', session: 'src/session.ts', env: 'src/env.ts', matchers: 'src/matchers.ts' }

export interface WrittenApp {
  readonly folder: string
  /** Files of its page, and the imported files that the page doesn't show. */
  readonly files: readonly string[]
  /** It declares types of its own for the framework, which no other app of the same program may do. */
  readonly registers: boolean
}

/**
 * A page that shows a file more than once becomes several apps: each has one of the versions, and the rest of the page.
 */
export function writeApps(page: Page, root: string): readonly WrittenApp[] {
  const versions = new Map<string, string[]>()
  for (const [index, { language, path = `block-${index + 1}.${language}`, text }] of page.blocks.entries())
    if (/^(?:tsx?|jsx?|json|css|mdx|svg)$/.test(language)) versions.set(path, [...(versions.get(path) ?? []), text])
  const most = Math.max(0, ...[...versions.values()].map(({ length }) => length))
  return Array.from({ length: most }, (_, version) => {
    const files = new Map(Object.entries(BESIDE[page.path] ?? {}))
    for (const [path, texts] of versions) files.set(path, texts[version] ?? texts[0] ?? '')
    const folder = page.path.replace(/\.md$/, version === 0 ? '' : `~${version + 1}`)
    for (const [path, text] of files) write(join(root, folder, path), text)
    return { folder, files: [...files.keys()], registers: register(join(root, folder), [...files.keys()]) }
  })
}

/** Writes the declarations that `fw dev` would write, as far as they depend on file names only. */
function register(folder: string, paths: readonly string[]): boolean {
  const files = Object.fromEntries(Object.entries(CONVENTIONS).filter(([, path]) => paths.includes(path)))
  const known = paths.includes(CONVENTIONS.matchers) ? paths.flatMap(patternOf) : []
  if (Object.keys(files).length === 0) return false
  const model = { files, modules: [], routes: known.map((pattern) => ({ pattern })) } as unknown as AppModel
  for (const [name, text] of Object.entries(emitTypes(model))) write(join(folder, '.fw/types', name), text)
  return true
}

function patternOf(path: string): readonly string[] {
  const [, route] = /^src\/routes(.*)\.tsx$/.exec(path) ?? []
  return route === undefined || route.includes('/_') ? [] : [route.replace(/\/index$/, '') || '/']
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
