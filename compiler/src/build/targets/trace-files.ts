/** Finds the files of the server bundle that an entry loads: functions are uploaded with these files only. */
import { readFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname } from 'node:path'
import type { parseSync } from 'vite'
import { isBelow, join, relative, resolve } from '#slash-path.ts'

interface TracedFiles {
  /** Relative to the folder, sorted. */
  readonly files: readonly string[]
  /** Packages that the files import by name. Sorted. */
  readonly packages: readonly string[]
}

/** Follows static imports, and lazy ones with a literal path, from `entry`, which is relative to the folder. */
export async function traceFiles(folder: string, entry: string): Promise<TracedFiles> {
  const { parseSync } = await import('vite')
  const files = new Set([join(folder, entry)])
  const packages = new Set<string>()
  for (const file of files) {
    if (!/\.[cm]?js$/.test(file)) continue
    for (const specifier of listImports(parseSync, file, await readFile(file, 'utf8'))) {
      const isPath = specifier.startsWith('.')
      const target = isPath ? resolve(dirname(file), specifier) : ''
      if (isPath && isBelow(folder, target)) files.add(target)
      else if (isPath) packages.add(specifier)
      else if (!isBuiltin(specifier)) packages.add(toPackageName(specifier))
    }
  }
  return { files: [...files].map((file) => relative(folder, file)).sort(), packages: [...packages].sort() }
}

function listImports(parse: typeof parseSync, file: string, code: string): readonly string[] {
  const { module } = parse(file, code)
  const lazy = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^(["'`])([^"'`$\\]+)\1$/.exec(code.slice(start, end))?.[2]
    return literal === undefined ? [] : [literal]
  })
  const passed = module.staticExports.flatMap(({ entries }) => entries.flatMap((one) => one.moduleRequest?.value ?? []))
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...passed, ...lazy]
}

const BUILTIN = new Set(builtinModules)

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || BUILTIN.has(specifier)
}

function toPackageName(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/')
  return scope.startsWith('@') ? `${scope}/${name}` : scope
}
