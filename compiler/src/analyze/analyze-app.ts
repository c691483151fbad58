/** Analyzes an app's sources, repeatedly: an edit leads to reading only the files that it affects. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FwConfig } from '@fw/runtime/contract'
import type { Trace } from '../engine/trace.ts'
import type { AppModel } from '../model.ts'
import type { AnalyzedApp } from './analyzed-app.ts'
import { createApiAnalysis } from './apis/api-analysis.ts'
import { analyzeType } from './apis/exported-type.ts'
import { joinTypes, listTypedFiles } from './apis/typed-files.ts'
import { openAppFiles } from './app-files.ts'
import { readOutline, sourceRoots } from './app-outline.ts'
import { type AnalyzedEnv, analyzeEnv, ENV_TYPE } from './environment.ts'
import { joinApp } from './join-app.ts'
import { getResolver } from './modules/project-queries.ts'
import type { ResultParts } from './modules/result-store.ts'
import { findSourceFiles } from './modules/source-files.ts'
import { listPackages } from './modules/workspace-files.ts'
import { analyzeComponents } from './pages/components.ts'

/** Options of `check` and `createChecker`. */
export interface AnalyzeOptions {
  /** The app's folder. */
  readonly root: string
  /** The evaluated configuration. If absent, it is read from the source of `fw.config.ts`. */
  readonly config?: FwConfig
  /** Receives what is computed and what is reused. */
  readonly trace?: Trace
}

export interface Analysis {
  /**
   * Reads the app. With `outputs: false`, outputs that have not been analyzed yet stay `pending`. Use the result before
   * the next change: it reads some parts when they are needed.
   *
   * @default outputs: true
   */
  read(options?: { readonly outputs?: boolean }): Promise<AnalyzedApp>
  /** Marks files as changed, added or removed. Paths are absolute or relative to the root. */
  invalidate(files: readonly string[]): void
  /** Uses `text` as the content of `file`, saved or not, until the file is invalidated. */
  edit(file: string, text: string): void
  /** Returns the current content of a file, relative to the root, or `undefined` if it doesn't exist. */
  textOf(file: string): string | undefined
  /**
   * Writes the analyzed api modules to disk, for the next process. Returns `undefined` as long as the analysis is
   * incomplete.
   */
  save(): ResultParts | undefined
  /** See `CheckResult.packages`. */
  packages(): readonly string[]
  /** Releases the program. */
  close(): void
}

/** Returns the model of an app, without problems: `check` reports those. */
export async function analyze(options: AnalyzeOptions): Promise<AppModel> {
  const analysis = createAnalysis(options)
  try {
    return (await analysis.read()).model
  } finally {
    analysis.close()
  }
}

/** Opens an app for analysis; the first `read()` creates the TypeScript program. */
export function createAnalysis(options: AnalyzeOptions): Analysis {
  const root = resolve(options.root).replaceAll('\\', '/')
  const files = openAppFiles(root, options.trace)
  const { reader } = files
  const apis = createApiAnalysis(root, files.list, options.trace)
  const absolute = (file: string) => resolve(root, file).replaceAll('\\', '/')
  let envFiles: readonly string[] = []
  const deriveEnv = (file: string, code: string) => {
    const derived = analyzeType({ file: join(root, file), type: ENV_TYPE, code }, root)
    envFiles = derived.files
    return derived
  }
  let known: { readonly text: string; readonly env: AnalyzedEnv } | undefined
  const readEnv = (file: string | undefined): AnalyzedEnv | undefined => {
    const text = file === undefined ? undefined : reader.textOf(file)
    if (file === undefined || text === undefined) return undefined
    if (known?.text !== text) known = { text, env: analyzeEnv(reader, file, text, deriveEnv) }
    return known.env
  }
  const readSkills = async () => {
    if (!existsSync(join(root, 'src/skills'))) return []
    const { readSkillMentions } = await import('./texts/skill-mentions.ts')
    return readSkillMentions(reader)
  }
  return {
    async read({ outputs = true } = {}) {
      files.refresh()
      const outline = readOutline(reader, options.config)
      const { routesDir, config, conventions } = outline
      const bindingMaps = config.compiler?.bindingMaps !== false
      const resolveImport = getResolver(reader.read)
      const sources = findSourceFiles(reader, sourceRoots(outline, resolveImport))
      const read = await analyzeComponents(reader, sources, { routesDir, bindingMaps }, files.set)
      const wanted = listTypedFiles(outline.apiFiles.collected, read.components, conventions.files.stores)
      const typed = joinTypes(await apis.onAnalyzed(wanted, conventions.files, outputs), read.components)
      return joinApp(reader, outline, {
        ...typed,
        files: () => sources,
        resolveImport,
        env: readEnv(conventions.files.env),
        skills: await readSkills(),
        components: { ...read, components: typed.components },
      })
    },
    invalidate(names) {
      const changed = names.map(absolute)
      files.invalidate(changed)
      apis.invalidate(changed)
      // The type of an import may have changed.
      if (known !== undefined && /\bimport\b/.test(known.text)) known = undefined
    },
    edit(file, text) {
      files.edit(absolute(file), text)
      apis.edit(absolute(file), text)
    },
    textOf: files.textOf,
    save() {
      const parts = apis.save()
      if (parts === undefined || files.hasEdits()) return undefined
      return { ...parts, reads: [...parts.reads, ...envFiles, ...files.reads()], folders: files.folders() }
    },
    packages: () => listPackages(root, [...files.reads(), ...apis.reads()]),
    close: apis.close,
  }
}
