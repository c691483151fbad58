/** Compiler options of an app's analysis, from its tsconfig. */
import { dirname } from 'node:path'
import { findTsconfig } from '#find-tsconfig.ts'
import { isBelow } from '#slash-path.ts'
import { type ts, typescript } from './typescript.ts'

/** `lean`: without DOM and `types`, which most contracts don't use. `full`: the libraries of the app's tsconfig. */
export type LibChoice = 'lean' | 'full'

/**
 * Returns the options of the nearest tsconfig.json at or above `root`, adapted for analysis. Null checks are always on:
 * without them the types don't distinguish optional members.
 */
export function readCompilerOptions(root: string, lib: LibChoice): ts.CompilerOptions {
  return optionsForAnalysis(readTsconfig(root)?.options ?? {}, lib)
}

/** Adapts the options of a tsconfig for analysis. */
export function optionsForAnalysis(written: ts.CompilerOptions, lib: LibChoice): ts.CompilerOptions {
  const options: ts.CompilerOptions = {
    ...defaults(),
    ...written,
    noEmit: true,
    allowImportingTsExtensions: true,
    composite: false,
    incremental: false,
    declaration: false,
    strictNullChecks: true,
    skipLibCheck: true,
    ignoreDeprecations: '6.0',
    // Otherwise the order of unions depends on the types that the checker has met before, and with it which of two equal
    // types an inferred one has.
    stableTypeOrdering: true,
  }
  if (lib === 'full') return options
  return { ...options, lib: leanLibs(options.lib), types: [] }
}

const defaults = (): ts.CompilerOptions => ({
  strict: true,
  target: typescript.ScriptTarget.ES2022,
  module: typescript.ModuleKind.ESNext,
  moduleResolution: typescript.ModuleResolutionKind.Bundler,
  jsx: typescript.JsxEmit.Preserve,
  jsxImportSource: 'solid-js',
})

/** Returns the files of the app's own tsconfig.json, absolute and with `/`; empty without one. */
export function listTsconfigFiles(root: string): readonly string[] {
  const file = findTsconfig(root)
  if (file === undefined || dirname(file) !== root) return []
  const { config } = typescript.readConfigFile(file, typescript.sys.readFile)
  return typescript.parseJsonConfigFileContent(config ?? {}, typescript.sys, root).fileNames
}

/** Returns the files of the nearest tsconfig.json at or above `root`, of those below `root`. */
export function listProgramFiles(root: string): readonly string[] {
  const file = typescript.findConfigFile(root, typescript.sys.fileExists)
  if (file === undefined) return []
  const { config } = typescript.readConfigFile(file, typescript.sys.readFile)
  const { fileNames } = typescript.parseJsonConfigFileContent(config ?? {}, typescript.sys, dirname(file))
  return fileNames.filter((name) => isBelow(root, name))
}

/** Returns the `references` of the same tsconfig.json. */
export function readReferences(root: string): readonly ts.ProjectReference[] {
  return readTsconfig(root)?.projectReferences ?? []
}

function readTsconfig(root: string): ts.ParsedCommandLine | undefined {
  const file = findTsconfig(root)
  if (file === undefined) return undefined
  const { config } = typescript.readConfigFile(file, typescript.sys.readFile)
  // The root files are known, so that no folder is listed.
  const host: ts.ParseConfigHost = { ...typescript.sys, readDirectory: () => [] }
  return typescript.parseJsonConfigFileContent(config ?? {}, host, dirname(file))
}

function leanLibs(libs: readonly string[] | undefined): string[] {
  const esLibs = (libs ?? []).filter((lib) => /^lib\.es/.test(lib))
  return esLibs.length > 0 ? esLibs : ['lib.es2022.d.ts']
}
