/** Analyzes an app's sources, repeatedly: an edit leads to reading only the files that it affects. */
import { existsSync } from 'node:fs'
import type { FwConfig } from '@fw/runtime/contract'
import { join, resolve } from '#slash-path.ts'
import type { Trace } from '../engine/trace.ts'
import type { AppModel } from '../model.ts'
import type { AnalyzedApp } from './analyzed-app.ts'
import { openAppFiles } from './app-files.ts'
import { CONFIG, OUTLINE, SOURCES } from './app-outline.ts'
import { openAppTypes } from './contracts/app-types.ts'
import { joinTypes, listTypedFiles, type TypedResult } from './contracts/typed-files.ts'
import { joinApp } from './join-app.ts'
import { getResolver } from './modules/project-queries.ts'
import type { ResultParts } from './modules/result-store.ts'
import { listPackages } from './modules/workspace-files.ts'
import { COMPONENT_FILE } from './pages/analyzed-components.ts'
import { ALL_COMPONENTS, ANALYZE_MODULE } from './pages/components.ts'

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
  const root = resolve(options.root)
  const files = openAppFiles(root, options.trace)
  const { reader, engine } = files
  engine.set(CONFIG, options.config)
  const types = openAppTypes(root, files)
  const absolute = (file: string) => resolve(root, file)
  let typed: readonly TypedResult[] = []
  const readSkills = async () => {
    if (!existsSync(join(root, 'src/skills'))) return []
    const { readSkillMentions } = await import('./texts/skill-mentions.ts')
    return readSkillMentions(reader)
  }
  return {
    async read({ outputs = true } = {}) {
      files.refresh()
      const outline = reader.read(OUTLINE)
      const sources = reader.read(SOURCES)
      if (sources.some((file) => COMPONENT_FILE.test(file))) {
        // Babel is loaded only for apps that have components.
        const { analyzeModule } = await import('#jsx/analyze-module.ts')
        engine.set(ANALYZE_MODULE, analyzeModule)
      }
      const read = reader.read(ALL_COMPONENTS)
      typed = await types.read(listTypedFiles(outline, read.components), outline.conventions.files, outputs)
      const { components, ...joined } = joinTypes(typed, read.components)
      return joinApp(reader, outline, {
        ...joined,
        files: () => sources,
        resolveImport: getResolver(reader.read),
        skills: await readSkills(),
        components: { ...read, components },
      })
    },
    invalidate(names) {
      const changed = names.map(absolute)
      files.invalidate(changed)
      types.invalidate(changed)
    },
    edit(file, text) {
      files.edit(absolute(file), text)
      types.edit(absolute(file), text)
    },
    textOf: files.textOf,
    save() {
      const parts = types.save()
      if (parts === undefined || files.hasEdits()) return undefined
      return { ...parts, reads: [...parts.reads, ...files.reads()], folders: files.folders() }
    },
    packages: () => listPackages(root, [...files.reads(), ...typed.flatMap(({ siblings }) => siblings)]),
    close: types.close,
  }
}
