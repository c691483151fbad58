/**
 * Gives browsers only the exports of a route file that their code imports. The names are in the module's id, so that each
 * import gets its own copy without any other code of the page, also in its source map.
 */
import { readFile } from 'node:fs/promises'
import { parse as parsePath } from 'node:path/posix'
import type { Plugin } from 'vite'
import { isRouteFile } from '#analyze/modules/server-only.ts'
import { trimRoute } from '#analyze/modules/trim-route.ts'
import { EVERY_NAME, listBoundExports, readValueImports } from '#analyze/modules/value-imports.ts'
import { toProjectName } from '#analyze/modules/workspace-files.ts'
import { createSpan } from '#diagnostic/code-frame.ts'
import type { ts } from '#program/typescript.ts'
import type { AppPaths } from '../app-paths.ts'

/** Query of the id of a route file's part. */
export const ROUTE_PART = /[?&]fw-names=([^&]*)/

/** Loads the parts, in build and dev. A route file without names in its id is one with every name. */
export function routeParts(app: { readonly paths: AppPaths }): Plugin {
  return {
    name: 'fw:route-parts',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    // Loaded instead of transformed, because a source map contains the loaded text.
    load: {
      // Before the plugins of the app.
      order: 'pre',
      filter: { id: /\.[cm]?[jt]sx?(?:\?|$)/ },
      async handler(id) {
        const { file, names = [EVERY_NAME] } = readPartId(id)
        if (!isRouteFile(app.paths, file)) return null
        const tsModule = await loadTypeScript()
        const source = parse(tsModule, file, await readFile(file, 'utf8'))
        const { code, problems } = trimRoute(tsModule, source, names)
        const [problem] = problems
        if (problem === undefined) return { code, map: null, moduleSideEffects: false }
        const { line, column } = createSpan(file, source.text, problem.start, problem.end)
        const name = toProjectName(app.paths.root, file)
        return this.error({
          id: file,
          loc: { file, line, column: column - 1 },
          message: `Browser code imports ${problem.name} from ${name}, and it needs the code in line ${line}, which runs on the server. Browsers get only functions and constant values of a page, a layout or an error page. Move ${problem.name} to its own file.`,
        })
      },
    },
  }
}

/**
 * Returns the id of the part of a route file that the module `importer` gets for `source`. An alias may have replaced the
 * specifier: then the imports of a file with this name count.
 */
export async function toRoutePart(file: string, importer: string, source: string): Promise<string> {
  const tsModule = await loadTypeScript()
  const code = await readModule(tsModule, importer).catch(() => '')
  const imports = readValueImports(tsModule, parse(tsModule, importer, code))
  const exact = imports.filter(({ specifier }) => specifier === source)
  const found = exact.length > 0 ? exact : imports.filter(({ specifier }) => getStem(specifier) === getStem(file))
  return found.length === 0 ? file : `${file}?fw-names=${listBoundExports(found).join()}`
}

/** Returns the code of a module of the app, as a browser gets it. */
async function readModule(tsModule: typeof ts, id: string): Promise<string> {
  const { file, names } = readPartId(id)
  const code = await readFile(file, 'utf8')
  return names === undefined ? code : trimRoute(tsModule, parse(tsModule, file, code), names).code
}

/** Dev starts without TypeScript. */
async function loadTypeScript(): Promise<typeof ts> {
  return (await import('#program/typescript.ts')).typescript
}

function parse(tsModule: typeof ts, id: string, code: string): ts.SourceFile {
  return tsModule.createSourceFile(id.replace(/\?.*$/, ''), code, tsModule.ScriptTarget.Latest, true)
}

function readPartId(id: string): { readonly file: string; readonly names: readonly string[] | undefined } {
  return { file: id.replace(/\?.*$/, ''), names: ROUTE_PART.exec(id)?.[1]?.split(',') }
}

function getStem(path: string): string {
  return parsePath(path).name
}
