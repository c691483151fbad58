/** Definition of a recipe: packages, files and edits that `fw add` writes into an app. */
import type { CodemodApp } from '@fw/codemods'
import type { PackageManager } from 'create-fw'

type Versions = Readonly<Record<string, string>>

/** App during a recipe. */
export interface RecipeApp extends CodemodApp {
  readonly manager: PackageManager
  /** Scripts of its `package.json`. */
  readonly scripts: Readonly<Record<string, string>>
  /** Functions of `@fw/codemods`, which is loaded when a recipe runs. */
  readonly codemods: typeof import('@fw/codemods')
}

/** Packages, files and edits under one name. The files are in `recipes/<name>/`, at their paths in the app. */
export interface Recipe {
  readonly name: string
  /** One line for the list of recipes. */
  readonly description: string
  /** Recipes that are applied first. */
  readonly requires?: readonly Recipe[]
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
  /** Packages whose install scripts aren't needed: package managers warn of undecided ones, or fail. */
  readonly skippedScripts?: readonly string[]
  /** Scripts of `package.json`. A script that exists is not changed. */
  readonly scripts?: Readonly<Record<string, string>>
  /** Changes other than new files. A second run must change nothing. */
  edit?(app: RecipeApp): void
  /** Commands and settings that follow the installation. */
  readonly next?: readonly string[]
}
