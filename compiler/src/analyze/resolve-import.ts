/** Which file of the app an import means. Packages are not looked into. */
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ts } from '../program/typescript.ts'
import type { AppReader } from './app-reader.ts'

/** The file that `specifier` names in `from`, both relative to the root; undefined for packages and what does not exist. */
export type ResolveImport = (specifier: string, from: string) => string | undefined

const ENDINGS = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs', '/index.ts', '/index.tsx', '/index.js', '/index.jsx']

/** What exists is asked once: it holds as long as no file comes or goes. */
export function importResolver(reader: Pick<AppReader, 'ts' | 'root'>): ResolveImport {
  const { root } = reader
  let options: ts.CompilerOptions | undefined
  const local = (path: string | undefined) => {
    const file = path?.replaceAll('\\', '/')
    const isOwn = file?.startsWith(`${root}/`) === true && !file.includes('/node_modules/')
    return isOwn ? file?.slice(root.length + 1) : undefined
  }
  const known = new Map<string, string | undefined>()
  const find = (specifier: string, from: string): string | undefined => {
    const bare = specifier.replace(/[?#].*$/, '')
    if (/^\.{1,2}(?:\/|$)/.test(bare)) return local(fileAt(resolve(root, dirname(from), bare)))
    if (bare.startsWith('/')) return local(fileAt(`${root}${bare}`))
    options ??= optionsOf(reader)
    if (!bare.startsWith('#') && options.paths === undefined && options.baseUrl === undefined) return undefined
    const { resolvedModule } = reader.ts.resolveModuleName(bare, `${root}/${from}`, options, reader.ts.sys)
    return local(resolvedModule?.resolvedFileName)
  }
  return (specifier, from) => {
    const key = `${dirname(from)}\n${specifier}`
    if (!known.has(key)) known.set(key, find(specifier, from))
    return known.get(key)
  }
}

function fileAt(path: string): string | undefined {
  const stems = [path, path.replace(/\.js(x?)$/, '.ts$1'), path.replace(/\.mjs$/, '.mts')]
  return stems
    .flatMap((stem) => ENDINGS.map((ending) => stem + ending))
    .find((file) => existsSync(file) && statSync(file).isFile())
}

function optionsOf({ ts: tsModule, root }: Pick<AppReader, 'ts' | 'root'>): ts.CompilerOptions {
  const file = tsModule.findConfigFile(root, tsModule.sys.fileExists)
  const { config } = file === undefined ? { config: {} } : tsModule.readConfigFile(file, tsModule.sys.readFile)
  const host: ts.ParseConfigHost = { ...tsModule.sys, readDirectory: () => [] }
  const { options } = tsModule.parseJsonConfigFileContent(config ?? {}, host, file === undefined ? root : dirname(file))
  return { ...options, moduleResolution: tsModule.ModuleResolutionKind.Bundler, module: tsModule.ModuleKind.ESNext }
}
