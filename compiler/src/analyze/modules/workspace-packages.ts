/** Resolves imports of packages whose sources are in the app's workspace, such as `@acme/ui/button`. */
import { dirname } from 'node:path'
import { join } from '#slash-path.ts'
import { findTarget, readManifestText } from './package-imports.ts'
import type { ProjectFiles } from './project-files.ts'
import { isProjectFile } from './workspace-files.ts'

const NAME = /^(@[^/]+\/[^/]+|[^@./][^/]*)(?:\/(.+))?$/

/**
 * Returns the absolute path that a package's name and entry refer to, in a file (absolute) of the project. Its extension may
 * be missing if the package has no `exports`. Returns `undefined` for installed packages.
 */
export function findPackageSource(project: ProjectFiles, specifier: string, from: string): string | undefined {
  const [, name = '', entry] = NAME.exec(specifier) ?? []
  const folder = name === '' ? undefined : findLinked(project, name, dirname(from))
  if (folder === undefined) return undefined
  const file = findEntry(folder, readManifestText(project.textOf(`${folder}/package.json`)), entry)
  return file?.slice(folder.length).startsWith('/dist/') === true ? undefined : file
}

/** Returns the real folder of a package in the workspace. The framework's own packages count as installed. */
function findLinked(project: ProjectFiles, name: string, from: string): string | undefined {
  if (name.startsWith('@fw/')) return undefined
  const link = `${from}/node_modules/${name}`
  if (project.kindOf(`${link}/package.json`) !== 'file')
    return dirname(from) === from ? undefined : findLinked(project, name, dirname(from))
  const real = project.realOf(link)
  return real !== undefined && isProjectFile(project, `${real}/package.json`) ? real : undefined
}

function findEntry(
  folder: string,
  { exports, module, main }: Readonly<Record<string, unknown>>,
  entry: string | undefined,
): string | undefined {
  if (exports !== undefined && exports !== null) return findExport(folder, exports, entry)
  if (entry !== undefined) return join(folder, entry)
  const written = [module, main].find((one) => typeof one === 'string')
  return join(folder, typeof written === 'string' ? written : 'index')
}

function findExport(folder: string, exports: unknown, entry: string | undefined): string | undefined {
  const key = entry === undefined ? '.' : `./${entry}`
  const hasEntries =
    typeof exports === 'object' && exports !== null && Object.keys(exports).some((one) => one.startsWith('.'))
  const entries: Readonly<Record<string, unknown>> = hasEntries ? Object(exports) : { '.': exports }
  const target = findTarget(entries, key, folder)
  return target === 'package' ? undefined : target
}
