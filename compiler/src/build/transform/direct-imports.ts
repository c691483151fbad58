/**
 * Imports from the entry point of a component package, such as `import { Sun } from 'lucide-solid'`. If the package has no side
 * effects, they become imports from the modules that define the names. Otherwise a build would compile, and browsers would load
 * in dev, every module that the entry point exports again, which are thousands in packages of icons.
 */
import type { Plugin } from 'vite'
import type { AppSource } from '../app-source.ts'
import { notablePackages } from '../externals.ts'
import {
  findExportSource,
  hasNoSideEffects,
  type ModuleReader,
  type PackageExports,
  type Program,
  readPackageExports,
} from './find-export-source.ts'

/** Creates the plugin. It runs last, since it reads JavaScript. */
export function directImports(app: Pick<AppSource, 'paths'>): Plugin {
  let pattern: RegExp | undefined
  const known = new Map<string, Promise<PackageExports>>()
  return {
    name: 'fw:direct-imports',
    enforce: 'post',
    transform: {
      filter: { id: { exclude: /^\0/ }, code: /\bimport\b[^'"]*\{/ },
      async handler(code, id) {
        pattern ??= matchPackages(notablePackages(app.paths.root).components)
        if (!pattern.test(code)) return null
        const reader: ModuleReader = {
          resolve: async (specifier, importer) => {
            const found = await this.resolve(specifier, importer)
            return found === null || found.external ? undefined : found.id
          },
          read: (module) => {
            const key = `${this.environment.name} ${module}`
            const reading = known.get(key) ?? readPackageExports(module, this.parse)
            known.set(key, reading)
            return reading
          },
        }
        const changed = await replaceImports({ code, id, pattern }, this.parse(code), reader)
        return changed === code ? null : { code: changed, map: null }
      },
    },
  }
}

/** Returns a pattern that matches the specifiers of packages, in quotes. */
function matchPackages(names: readonly string[]): RegExp {
  const any = names.map((name) => name.replaceAll('.', '\\.')).join('|')
  return names.length === 0 ? /(?!)/ : new RegExp(`['"](?:${any})(?:/[^'"]*)?['"]`)
}

interface Importing {
  readonly code: string
  readonly id: string
  readonly pattern: RegExp
}

type ImportStatement = Extract<Program['body'][number], { type: 'ImportDeclaration' }>

async function replaceImports(module: Importing, { body }: Program, reader: ModuleReader): Promise<string> {
  let { code } = module
  for (const statement of body.toReversed()) {
    if (statement.type !== 'ImportDeclaration' || !module.pattern.test(statement.source.raw ?? '')) continue
    const text = await printDirect(statement, module, reader)
    if (text !== undefined) code = code.slice(0, statement.start) + text + code.slice(statement.end)
  }
  return code
}

/** Returns the imports that replace one, in as many lines; `undefined` if no name has a module of its own. */
async function printDirect(
  { specifiers, source, start, end }: ImportStatement,
  { code, id }: Importing,
  reader: ModuleReader,
): Promise<string | undefined> {
  if (!specifiers.every((one) => one.type === 'ImportSpecifier')) return undefined
  const entry = await reader.resolve(source.value, id)
  if (entry === undefined || !/\.[cm]?[jt]sx?(?:\?|$)/.test(entry) || !hasNoSideEffects(entry)) return undefined
  const direct: string[] = []
  const rest: string[] = []
  for (const one of specifiers) {
    const name = one.imported.type === 'Identifier' ? one.imported.name : one.imported.value
    const found = await findExportSource(entry, name, reader)
    if (found === undefined || found.id === entry) rest.push(code.slice(one.start, one.end))
    else direct.push(`import { ${printName(found.name)} as ${one.local.name} } from ${JSON.stringify(found.id)};`)
  }
  if (direct.length === 0) return undefined
  if (rest.length > 0) direct.push(`import { ${rest.join(', ')} } from ${source.raw};`)
  return direct.join(' ') + '\n'.repeat(code.slice(start, end).split('\n').length - 1)
}

/** A name that isn't an identifier is written as a string. */
function printName(name: string): string {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) ? name : JSON.stringify(name)
}
