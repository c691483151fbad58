/** An app as the rules read it: what was found in its files, and its model. */
import type { ApiModuleModel, AppModel, ComponentModel, StoreModel } from '../model.ts'
import type { AnalyzedModule } from './apis/api-module.ts'
import type { AppOutline } from './app-outline.ts'
import type { AppReader } from './app-reader.ts'
import type { ContractFile } from './contracts/typed-files.ts'
import type { AnalyzedEnv } from './environment.ts'
import type { ResolveImport } from './modules/resolve-import.ts'
import type { AnalyzedComponents } from './pages/analyzed-components.ts'
import type { ToolMention } from './texts/tool-mentions.ts'

export interface AnalyzedApp extends AppParts {
  readonly reader: AppReader
  readonly outline: AppOutline
  /** Contains only valid parts. Created when it is first read. */
  readonly model: AppModel
}

/** The parts that are read one file at a time. */
export interface AppParts {
  /** Returns every script of the app. */
  readonly files: () => readonly string[]
  readonly resolveImport: ResolveImport
  readonly modules: readonly AnalyzedModule[]
  readonly components: AnalyzedComponents
  /**
   *
   * @default none
   */
  readonly stores?: readonly StoreModel[]
  readonly contractFiles: readonly ContractFile[]
  readonly env: AnalyzedEnv | undefined
  /**
   *
   * @default none
   */
  readonly skills?: readonly ToolMention[]
  /**
   * In an editor, if the other parts are of one file: returns the names of all tools.
   *
   * @default the names in the other parts
   */
  readonly names?: () => Pick<AppModel, 'modules' | 'components' | 'stores'>
  /**
   * In an editor: returns the api module of a file, with its contracts.
   *
   * @default a module of `modules`
   */
  readonly moduleOf?: (file: string) => ApiModuleModel | undefined
  /**
   * In an editor: the api modules whose tools may have the name of a tool of the open file, and its own.
   *
   * @default the models of `modules`
   */
  readonly namesakes?: readonly ApiModuleModel[]
  /**
   * In an editor, if the other parts are of one file: the rest of the app.
   *
   * @default the other parts are complete
   */
  readonly around?: SurroundingApp
  /** In an editor: the open file. Facts about route files and about tool names in code are read for this file only. */
  readonly openFile?: string
}

interface SurroundingApp {
  /** Files whose code is analyzed. */
  readonly files: readonly string[]
  readonly components: readonly ComponentModel[]
}

/** Returns a function that computes a value once for each analyzed app, when it is needed. */
export function oncePerApp<Value>(compute: (app: AnalyzedApp) => Value): (app: AnalyzedApp) => Value {
  const known = new WeakMap<AnalyzedApp, { readonly value: Value }>()
  return (app) => {
    const found = known.get(app) ?? { value: compute(app) }
    known.set(app, found)
    return found.value
  }
}
