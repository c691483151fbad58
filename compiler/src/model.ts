/** What the compiler found in an app: plain data, JSON-able, with source spans. Every later phase reads only this. */
import type { FwConfig, JsonSchema } from '@fw/runtime/contract'
import type { TypeTree } from './type-tree.ts'

/** A place in a source file; lines and columns count from 1. */
export interface SourceSpan {
  /** Relative to the app root, with `/`. */
  readonly file: string
  /** Offsets in UTF-16 code units. */
  readonly start: number
  readonly end: number
  readonly line: number
  readonly column: number
}

/** One api of a module, as its source says it. Absent fields are not written there; `scopes` is then empty. */
export interface ApiModel {
  /** Full tool name, `api.shop.search`. */
  readonly tool: string
  readonly module: string
  readonly exportName: string
  readonly span: SourceSpan
  /** Written `description`, else the doc comment. */
  readonly description?: string
  readonly title?: string
  /** A literal guard; `function` when decided per call. */
  readonly guard: 'auto' | 'confirm' | 'forbidden' | 'function'
  readonly scopes: readonly string[]
  readonly effect?: 'irreversible'
  readonly readonly?: boolean
  /** Where each schema comes from. A builder or Standard Schema wins over the type. */
  readonly input: ContractModel
  readonly output: ContractModel
}

/**
 * Where the schema of an input or output comes from: nowhere, a value of the source, or a type. Only of a type it is
 * known without running the app.
 */
export type ContractModel =
  | { readonly source: 'none' }
  /** A builder or Standard Schema in the source; known at run time only. */
  | { readonly source: 'schema' }
  /** An output that has not been analysed yet, since inputs come first. An input never is. */
  | { readonly source: 'pending' }
  | { readonly source: 'type'; readonly tree: TypeTree; readonly schema: JsonSchema }

/** One file of apis, `src/server/<module>.api.ts`. */
export interface ApiModuleModel {
  /** `shop` of `src/server/shop.api.ts`. */
  readonly module: string
  readonly file: string
  readonly apis: readonly ApiModel[]
}

/** A file of the routes folder. */
export interface RouteModel {
  /** Relative to the routes folder; the key that `loadRoute` gets. */
  readonly filePath: string
  /** Bracket form; absent for `_layout`, `_404`, `_500`. */
  readonly pattern?: string
  readonly kind: 'page' | 'layout' | 'not-found' | 'error'
  /** Layout files that wrap the page, outermost first, relative to the routes folder. */
  readonly layouts: readonly string[]
  /** Its page always returns a `Response`, redirects or isn't found. */
  readonly noDocument?: true
}

/** An intent of a component: a tool that exists while a page shows the component. */
export interface IntentModel {
  /** `<Component>.<intent>`. */
  readonly tool: string
  readonly name: string
  readonly span: SourceSpan
  readonly input: ContractModel
  readonly output: ContractModel
  readonly description?: string
  /** As it is written; absent for `auto`, and where only running the component tells. */
  readonly guard?: Exclude<ApiModel['guard'], 'auto'>
}

/** An action of a store. */
export interface StoreActionModel {
  /** `<alias>.<action>`. */
  readonly tool: string
  readonly name: string
  /** Of its name. */
  readonly span: SourceSpan
  readonly input: ContractModel
  readonly output: ContractModel
  readonly description?: string
}

/** A store that `src/stores.ts` exports; it may be defined in another file. */
export interface StoreModel {
  /** Name of the export. */
  readonly alias: string
  /** Of the name of its variable. */
  readonly span: SourceSpan
  /** What agents may read of it, or the browser keeps; absent where that is nothing. */
  readonly state?: ContractModel
  readonly actions: readonly StoreActionModel[]
}

/** A place where what a component shows depends on its code, or calls it. */
export interface BindingModel {
  /** The elements around it, outermost first: `div > ul > For > li`. One of a local component begins with its name. */
  readonly at: string
  readonly kind: 'text' | 'attribute' | 'event'
  /** Of the attribute or event; `...` for spread attributes. */
  readonly name?: string
  /** As `signal:count`, `store:cart.lines[].qty`, `prop:name`. */
  readonly reads: readonly string[]
  /** As `set:count`, `intent:AddToCart.add`, `action:cart.add`, `api:cart.add`, `prop:onChange`, `hook:useCart.add`. */
  readonly calls: readonly string[]
  readonly line: number
  /** Line and column of the element that is in the page, as `12:5`: the nearest around it. Absent outside of all. */
  readonly element?: string
}

/** A component of the app, and whether it is an island: one that is started in the browser. */
export interface ComponentModel {
  readonly name: string
  readonly exportName: string
  readonly file: string
  readonly span: SourceSpan
  /** `<chunk>#<export>`; chunk is a hash of the file's path. */
  readonly id: string
  readonly island: boolean
  /** Why it is an island, as `event onClick (line 8)`. Empty for static components. */
  readonly reasons: readonly string[]
  readonly intents: readonly IntentModel[]
  /** The library that renders it. Absent: Solid. */
  readonly renderer?: 'react'
  /** The text of its doc comment. Like the next three, absent where `compiler.bindingMaps` is off, and in an editor. */
  readonly description?: string
  readonly bindings?: readonly BindingModel[]
  /** Paths of stores that it shows, as `cart.lines.length`; a store is called by its export. */
  readonly shows?: readonly string[]
  /** Tools that its elements call: intents and actions of stores. */
  readonly does?: readonly string[]
}

/** What is told of one component in `.fw/bindings.json`, and in dev. */
export interface ComponentBindings
  extends Pick<ComponentModel, 'name' | 'file' | 'island' | 'description' | 'shows' | 'does'> {
  readonly bindings: readonly BindingModel[]
}

/** Optional files of the app that exist, relative to the app root. */
export interface ConventionFiles {
  readonly ctx?: string
  readonly session?: string
  readonly hooks?: string
  readonly env?: string
  readonly middleware?: string
  readonly websocket?: string
  readonly matchers?: string
  readonly schedules?: string
  readonly feed?: string
  readonly i18n?: string
  readonly mcp?: string
  readonly stores?: string
  readonly agent?: string
  /** The folder. */
  readonly channels?: string
  /** The folder. */
  readonly skills?: string
  readonly client?: string
  readonly styles?: string
  readonly serviceWorker?: string
  readonly config?: string
}

/** The type `Env` of `src/env.ts`. */
export interface EnvModel {
  readonly file: string
  readonly tree: TypeTree
  readonly schema: JsonSchema
}

/** The languages of an international app. */
export interface I18nModel {
  readonly locales: readonly string[]
  readonly defaultLocale: string
  /** Key -> what the default language's message is filled with. */
  readonly messages: Readonly<Record<string, Readonly<Record<string, 'text' | 'number' | 'date'>>>>
  /** Chunk of islands -> the keys that its browser code names. Chunks without a word about language are left out. */
  readonly islandMessages: Readonly<Record<string, readonly string[]>>
}

/** All that was found in an app, as plain data: what code is generated from. Files are relative to `root`. */
export interface AppModel {
  /** Absolute path of the app; the only absolute path in here, left out of snapshots. */
  readonly root: string
  readonly config: FwConfig
  readonly modules: readonly ApiModuleModel[]
  readonly routes: readonly RouteModel[]
  readonly components: readonly ComponentModel[]
  /** Absent without a module of stores. */
  readonly stores?: readonly StoreModel[]
  readonly files: ConventionFiles
  /** Absent without `src/env.ts`. */
  readonly env?: EnvModel
  /** Absent without `src/i18n.ts`, and where only running it would tell. */
  readonly i18n?: I18nModel
  /** Cache tags that pages and cached functions carry, as `order-[id]`. Absent without any, and where only running the app would tell. */
  readonly tags?: readonly string[]
}

/** One replacement of a `Fix`: the text of the span goes, `text` comes. An empty span inserts. */
export interface TextEdit {
  readonly span: SourceSpan
  readonly text: string
}

/** A change of the sources after which the finding is gone. Its edits do not overlap. */
export interface Fix {
  /** What it does, as an editor lists it: `Rename to "orderItems"`. */
  readonly title: string
  readonly edits: readonly TextEdit[]
}

/** One finding, ready to print in the terminal, the editor or as JSON. */
export interface Diagnostic {
  /** Permanent kebab-case code; also the name of its doc page. */
  readonly code: string
  /** Number for tsserver; unique, append-only. */
  readonly number: number
  readonly severity: 'error' | 'warning'
  readonly title: string
  readonly message: string
  readonly span?: SourceSpan
  /** Lines around the span with a caret; absent without a span. */
  readonly frame?: string
  /** Names of the tools whose contract or definition it is about; absent for findings about anything else. */
  readonly tools?: readonly string[]
  /** Further places, as all paths to an unrepresentable type. */
  readonly related?: readonly { readonly message: string; readonly span?: SourceSpan }[]
  /** What would mend it, the likeliest first; absent where only the author can know. */
  readonly fixes?: readonly Fix[]
}
