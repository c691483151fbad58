/** Follows the exports of a package to the module that defines a name. */
import { readFile } from 'node:fs/promises'
import type { Rolldown } from 'vite'
import { join } from '#slash-path.ts'
import { readManifest } from '../externals.ts'

export type Program = ReturnType<Rolldown.PluginContext['parse']>

/** Where an export comes from: a module and its name there. Without `source`, the module itself defines it. */
interface Origin {
  readonly source?: string
  readonly name: string
}

export interface PackageExports {
  readonly names: ReadonlyMap<string, Origin>
  /** Modules of `export * from`. */
  readonly stars: readonly string[]
}

interface ExportSource {
  /** Id of the module. */
  readonly id: string
  /** Its name for the export. */
  readonly name: string
}

export interface ModuleReader {
  /** Resolves a specifier in a module; `undefined` for modules outside the bundle. */
  resolve(specifier: string, importer: string): Promise<string | undefined>
  read(id: string): Promise<PackageExports>
}

/** Returns the module that defines an export of the module `id`. It may be `id` itself. `undefined` for unknown names. */
export async function findExportSource(
  id: string,
  name: string,
  reader: ModuleReader,
): Promise<ExportSource | undefined> {
  const { names, stars } = await reader.read(id)
  const origin = names.get(name)
  if (origin !== undefined) {
    if (origin.source === undefined) return { id, name }
    const next = await resolveInPackage(origin.source, id, reader)
    return next === undefined ? { id, name } : findExportSource(next, origin.name, reader)
  }
  if (name === 'default') return undefined
  for (const star of stars) {
    const next = await resolveInPackage(star, id, reader)
    const found = next === undefined ? undefined : await findExportSource(next, name, reader)
    if (found !== undefined) return found
  }
  return undefined
}

/** Another package may have side effects. */
async function resolveInPackage(source: string, id: string, reader: ModuleReader): Promise<string | undefined> {
  return source.startsWith('.') ? reader.resolve(source, id) : undefined
}

/** Reads the exports of a module of a package, without compiling its JSX. */
export async function readPackageExports(id: string, parse: Rolldown.PluginContext['parse']): Promise<PackageExports> {
  const file = id.replace(/\?.*$/, '')
  return listExports(parse(await readFile(file, 'utf8'), { lang: /\.[cm]?tsx?$/.test(file) ? 'tsx' : 'jsx' }))
}

function listExports({ body }: Program): PackageExports {
  const imports = new Map<string, Origin>()
  const names = new Map<string, Origin>()
  const stars: string[] = []
  for (const statement of body)
    if (statement.type === 'ImportDeclaration')
      for (const one of statement.specifiers) {
        const source = statement.source.value
        if (one.type === 'ImportSpecifier') imports.set(one.local.name, { source, name: readName(one.imported) })
        if (one.type === 'ImportDefaultSpecifier') imports.set(one.local.name, { source, name: 'default' })
      }
  for (const statement of body) {
    if (statement.type === 'ExportDefaultDeclaration') names.set('default', { name: 'default' })
    if (statement.type === 'ExportAllDeclaration') {
      if (statement.exported === null) stars.push(statement.source.value)
      else names.set(readName(statement.exported), { name: readName(statement.exported) })
    }
    if (statement.type !== 'ExportNamedDeclaration') continue
    for (const { local, exported } of statement.specifiers) {
      const name = readName(exported)
      const source = statement.source?.value
      const origin = source === undefined ? imports.get(readName(local)) : { source, name: readName(local) }
      names.set(name, origin ?? { name })
    }
    for (const name of listDeclared(statement.declaration)) names.set(name, { name })
  }
  return { names, stars }
}

function readName(node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return node.type === 'Literal' ? String(node.value) : (node.name ?? '')
}

type Declaration = Extract<Program['body'][number], { type: 'ExportNamedDeclaration' }>['declaration']

/** Returns the declared names. Names in a pattern are left out: their imports stay as they are. */
function listDeclared(declaration: Declaration): readonly string[] {
  if (declaration === null) return []
  if (declaration.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  return 'id' in declaration && declaration.id?.type === 'Identifier' ? [declaration.id.name] : []
}

/** Returns whether the package of a module states that its modules have no side effects. */
export function hasNoSideEffects(id: string): boolean {
  const inModules = id.lastIndexOf('/node_modules/')
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(id.slice(inModules + '/node_modules/'.length))?.[0]
  if (inModules === -1 || name === undefined) return false
  const folder = id.slice(0, inModules + '/node_modules/'.length) + name
  return readManifest(join(folder, 'package.json')).sideEffects === false
}
