/**
 * `paths` and `baseUrl` of an app's tsconfig.json, with the same meaning in the check, the editor, the build and dev.
 * Loads no TypeScript.
 */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { findTsconfig, readJsonc } from '#find-tsconfig.ts'
import { resolve } from '#slash-path.ts'
import { findBaseConfigs } from './outside-inputs.ts'

/** Returns the absolute paths, without extensions, that an import may refer to; the first that exists is used. */
export type SourcePaths = (specifier: string) => readonly string[]

interface Written {
  readonly baseUrl?: string
  readonly paths?: Readonly<Record<string, readonly string[]>>
  /** The folder of the file that has `paths`. */
  readonly pathsFolder?: string
}

/**
 * Reads the tsconfig file of the app at `root`, with the files that it extends. Returns `undefined` if they map nothing.
 */
export function readSourcePaths(root: string): SourcePaths | undefined {
  const file = findTsconfig(root)
  if (file === undefined) return undefined
  const { baseUrl, paths = {}, pathsFolder } = readMerged(file, dirname(file), new Set())
  if (Object.keys(paths).length === 0 && baseUrl === undefined) return undefined
  const patterns = readPatterns(paths)
  const folder = baseUrl ?? pathsFolder ?? root
  return (specifier) => {
    for (const { prefix, suffix, value } of patterns) {
      const star = matchPattern(specifier, { prefix, suffix })
      if (star !== undefined)
        return value.map((target) =>
          resolve(
            folder,
            target.replace('*', () => star),
          ),
        )
    }
    return baseUrl === undefined ? [] : [resolve(baseUrl, specifier)]
  }
}

/** A name, or a pattern with a star between `prefix` and `suffix`. */
interface NamePattern {
  readonly prefix: string
  /** Absent without a star. */
  readonly suffix: string | undefined
}

/**
 * Sorts the entries of a table by precedence: exact names first, then patterns with the longest prefix. The first match
 * is used.
 */
export function readPatterns<Value>(
  table: Readonly<Record<string, Value>>,
): readonly (NamePattern & { readonly value: Value })[] {
  const patterns = Object.entries(table).map(([name, value]) => {
    const [prefix = '', suffix] = name.split('*')
    return { prefix, suffix, value }
  })
  const hasStar = ({ suffix }: NamePattern) => Number(suffix !== undefined)
  return patterns.sort((a, b) => hasStar(a) - hasStar(b) || b.prefix.length - a.prefix.length)
}

/** Returns the part of a name that the star of a pattern matches: empty without a star, `undefined` without a match. */
export function matchPattern(name: string, { prefix, suffix }: NamePattern): string | undefined {
  if (suffix === undefined) return name === prefix ? '' : undefined
  const fits = name.length >= prefix.length + suffix.length && name.startsWith(prefix) && name.endsWith(suffix)
  return fits ? name.slice(prefix.length, name.length - suffix.length) : undefined
}

/** TypeScript's name for the folder of the app's own tsconfig.json. */
const CONFIG_DIR = /^\$\{configDir\}/

/** A file's own options override those of extended files, and later extended files override earlier ones. */
function readMerged(file: string, configDir: string, seen: Set<string>): Written {
  if (seen.has(file)) return {}
  seen.add(file)
  const bases = findBaseConfigs(file).map(({ candidates }) =>
    candidates.find((one) => one.endsWith('.json') && existsSync(one)),
  )
  const inherited: Written = Object.assign(
    {},
    ...bases.map((base) => (base === undefined ? {} : readMerged(base, configDir, seen))),
  )
  const { baseUrl, paths } = Object(Object(readJsonc(file)).compilerOptions) as Written // checked below
  const own = (path: string) => path.replace(CONFIG_DIR, () => configDir)
  return {
    ...inherited,
    ...(typeof baseUrl === 'string' && { baseUrl: resolve(dirname(file), own(baseUrl)) }),
    ...(isTable(paths) && {
      paths: Object.fromEntries(Object.entries(paths).map(([name, targets]) => [name, targets.map(own)])),
      pathsFolder: dirname(file),
    }),
  }
}

function isTable(value: unknown): value is Readonly<Record<string, readonly string[]>> {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string'))
}
