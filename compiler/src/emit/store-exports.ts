/**
 * Finds the variables that `src/stores.ts` re-exports from other modules of the app: a page that imports such a module itself
 * must name its stores. Reads no types, since dev has them later.
 */
import type { Module } from '@swc/core'
import { parseModule } from './parse-module.ts'

export interface AppModules {
  /** Returns the text of a module, or `undefined` if it doesn't exist. */
  textOf(file: string): string | undefined
  /** Returns the module of the app that `specifier` refers to in `from`. */
  resolve(specifier: string, from: string): string | undefined
}

interface StoreExports {
  /** Variables by their names in the module of the stores, by module. */
  readonly modules: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** All modules that were read. */
  readonly read: readonly string[]
}

/** Follows the exports of `file`, the module of the stores. */
export function findStoreExports(file: string, { textOf, resolve }: AppModules): StoreExports {
  const modules = new Map<string, Map<string, string>>()
  const read = new Set<string>()
  const bodies = new Map<string, Module['body']>()
  const readBody = (module: string): Module['body'] => {
    const known = bodies.get(module)
    if (known !== undefined) return known
    read.add(module)
    const body = parseModule(textOf(module) ?? '', module).body
    bodies.set(module, body)
    return body
  }
  /** `alias`: the name in the module of the stores. */
  const follow = (module: string | undefined, name: string, alias: string, seen: ReadonlySet<string>): void => {
    if (module === undefined || seen.has(module)) return
    const { own, stars } = readExports(readBody(module))
    const found = own.get(name)
    const next = new Set([...seen, module])
    if (found?.from !== undefined) follow(resolve(found.from, module), found.name, alias, next)
    else if (found !== undefined) modules.set(module, (modules.get(module) ?? new Map()).set(alias, found.name))
    else for (const star of stars) follow(resolve(star, module), name, alias, next)
  }
  for (const name of listNames(file, new Set())) follow(file, name, name, new Set())
  return { modules, read: [...read] }

  function listNames(module: string | undefined, seen: Set<string>): readonly string[] {
    if (module === undefined || seen.has(module)) return []
    seen.add(module)
    const { own, stars } = readExports(readBody(module))
    const others = stars.flatMap((star) => listNames(resolve(star, module), seen)).filter((name) => name !== 'default')
    return [...new Set([...own.keys(), ...others])]
  }
}

interface Exported {
  /** Name of the variable, or of the export of `from`. */
  readonly name: string
  readonly from?: string | undefined
}

function readExports(body: Module['body']): { own: ReadonlyMap<string, Exported>; stars: readonly string[] } {
  const own = new Map<string, Exported>()
  const imported = new Map<string, Exported>()
  const stars: string[] = []
  for (const item of body) {
    if (item.type === 'ImportDeclaration' && !item.typeOnly) {
      for (const one of item.specifiers) {
        if (one.type === 'ImportSpecifier')
          imported.set(one.local.value, { name: (one.imported ?? one.local).value, from: item.source.value })
        if (one.type === 'ImportDefaultSpecifier')
          imported.set(one.local.value, { name: 'default', from: item.source.value })
      }
    }
    if (item.type === 'ExportAllDeclaration') stars.push(item.source.value)
    if (item.type === 'ExportDefaultExpression' && item.expression.type === 'Identifier')
      own.set('default', { name: item.expression.value })
    if (item.type === 'ExportDeclaration' && item.declaration.type === 'VariableDeclaration')
      for (const { id } of item.declaration.declarations)
        if (id.type === 'Identifier') own.set(id.value, { name: id.value })
    if (item.type !== 'ExportNamedDeclaration' || item.typeOnly) continue
    for (const one of item.specifiers)
      if (one.type === 'ExportSpecifier' && !one.isTypeOnly)
        own.set((one.exported ?? one.orig).value, { name: one.orig.value, from: item.source?.value })
  }
  for (const [name, { name: local, from }] of own)
    if (from === undefined) own.set(name, imported.get(local) ?? { name: local })
  return { own, stars }
}
