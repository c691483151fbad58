/** The compiler's model of an app: plain data, JSON-able, with source spans. Every later phase reads only this. */
import type { FwConfig, JsonSchema, ListedMeta } from '@fw/runtime/contract'
import type { TypeTree } from './type-tree.ts'

/** A range in a source file; lines and columns start at 1. */
export interface SourceSpan {
  /** Relative to the app root, with `/`. */
  readonly file: string
  /** Offsets in UTF-16 code units. */
  readonly start: number
  readonly end: number
  readonly line: number
  readonly column: number
}

/**
 * One api of a module, as declared in its source. Fields that the source doesn't declare are absent; `scopes` is then
 * empty.
 */
export interface ApiModel {
  /** Full tool name, `api.shop.search`. */
  readonly tool: string
  readonly module: string
  readonly exportName: string
  readonly span: SourceSpan
  /** The `description` field, or else the doc comment. */
  readonly description?: string
  readonly title?: string
  /** A literal guard; `function` if it is decided per call. */
  readonly guard: 'auto' | 'confirm' | 'forbidden' | 'function'
  /** Those of `scopes`, or of `access`. */
  readonly scopes: readonly string[]
  /** Who may call it, as declared by `access`; `scopes` also for the field `scopes`. Absent if nothing decides. */
  readonly access?: 'public' | 'user' | 'scopes' | 'function'
  readonly effect?: 'irreversible'
  readonly readonly?: boolean
  /** The address of its own, as written: `PUT /articles/[slug]`. */
  readonly http?: { readonly address: string; readonly span: SourceSpan }
  /** The options but `run` and `description`; absent if one of them is known only at run time. */
  readonly options?: Readonly<Record<string, unknown>>
  /** Source of each schema. A builder or Standard Schema takes precedence over the type. */
  readonly input: ContractModel
  readonly output: ContractModel
}

/**
 * Source of the schema of an input or output: none, a value in the source, or a type. Only a type's schema is known
 * completely without running the app.
 */
export type ContractModel =
  | { readonly source: 'none' }
  /**
   * A builder or Standard Schema in the source; the schema that calls are checked against is known at run time only.
   * `declared` describes its TypeScript type, and `gaps` the parts of that type that are unknown.
   */
  | { readonly source: 'schema'; readonly declared?: JsonSchema; readonly gaps?: readonly SchemaGap[] }
  /** An output that has not been analyzed yet, since inputs are analyzed first. Inputs are never `pending`. */
  | { readonly source: 'pending' }
  /** `typed` is the tree with the app's types by name; absent if that makes no difference. */
  | { readonly source: 'type'; readonly tree: TypeTree; readonly schema: JsonSchema; readonly typed?: TypeTree }

/** A part of a schema's declared type that isn't known: its path, such as `input.when`, and its TypeScript type. */
export interface SchemaGap {
  readonly path: string
  readonly type: string
}

/** One file of apis, `src/server/<module>.api.ts`. */
export interface ApiModuleModel {
  /** `shop` for `src/server/shop.api.ts`. */
  readonly module: string
  readonly file: string
  readonly apis: readonly ApiModel[]
  /** Whether the module has only declarations and imports. Other statements may register, connect or start something. */
  readonly isDeclarative?: true
}

/** A file of the routes folder. */
export interface RouteModel {
  /** Relative to the routes folder; the key that `loadRoute` receives. */
  readonly filePath: string
  /** Bracket form; absent for `_layout`, `_404`, `_500`. */
  readonly pattern?: string
  readonly kind: 'page' | 'layout' | 'not-found' | 'error'
  /** Layout files that wrap the page, outermost first, relative to the routes folder. */
  readonly layouts: readonly string[]
  /** Set if its page never renders a document: it always returns a `Response`, redirects or isn't found. */
  readonly noDocument?: true
  /** Set if its page mounts no island and uses no store, and neither do its layouts. */
  readonly emptyManifest?: true
  /**
   * What lists of pages need of its page's `meta`, if the source has it as literals; `function` if it depends on the
   * params.
   */
  readonly meta?: ListedMeta | 'function'
  /** Set if its page stays current while it is open, or if the page or its layouts may have `<Live>` regions. */
  readonly live?: 'page' | 'regions'
  /** Set if its page has parameters and exports no `staticParams`. */
  readonly noStaticParams?: true
}

/** An endpoint of the app: a module `*.http.ts` of the routes folder. */
export interface HttpRouteModel {
  /** Relative to the routes folder; the key that `loadRoute` receives. */
  readonly filePath: string
  /** Bracket form. */
  readonly pattern: string
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
  /** Guard in the source; absent for `auto`, and if it is known only at run time. */
  readonly guard?: Exclude<ApiModel['guard'], 'auto'>
}

/** An action of a store. */
export interface StoreActionModel {
  /** `<alias>.<action>`. */
  readonly tool: string
  readonly name: string
  /** Span of the action's name. */
  readonly span: SourceSpan
  readonly input: ContractModel
  readonly output: ContractModel
  readonly description?: string
}

/** A store that `src/stores.ts` exports; it may be defined in another file. */
export interface StoreModel {
  /** Name of the export. */
  readonly alias: string
  /** Span of the variable's name. */
  readonly span: SourceSpan
  /** State that agents may read or that the browser stores; absent without such state. */
  readonly state?: ContractModel
  readonly actions: readonly StoreActionModel[]
}

/** A place in a component's JSX whose content depends on the component's code, or that calls the code. */
export interface BindingModel {
  /**
   * The elements around it, outermost first: `div > ul > For > li`. In a local component, the path begins with the
   * component's name.
   */
  readonly at: string
  readonly kind: 'text' | 'attribute' | 'event'
  /** Name of the attribute or event; `...` for spread attributes. */
  readonly name?: string
  /** Values that it reads, such as `signal:count`, `store:cart.lines[].qty`, `prop:name`. */
  readonly reads: readonly string[]
  /**
   * Functions that it calls, such as `set:count`, `intent:AddToCart.add`, `action:cart.add`, `api:cart.add`,
   * `prop:onChange`, `hook:useCart.add`.
   */
  readonly calls: readonly string[]
  readonly line: number
  /** Line and column of the nearest enclosing element that is rendered, such as `12:5`. Absent outside an element. */
  readonly element?: string
}

/** A component of the app. An island is a component that hydrates in the browser. */
export interface ComponentModel {
  readonly name: string
  readonly exportName: string
  readonly file: string
  readonly span: SourceSpan
  /** `<chunk>#<export>`; chunk is a hash of the file's path. */
  readonly id: string
  readonly island: boolean
  /** Why it is an island, such as `event onClick (line 8)`. Empty for static components. */
  readonly reasons: readonly string[]
  readonly intents: readonly IntentModel[]
  /** The library that renders it. Absent for Solid. */
  readonly renderer?: 'react'
  /** Its doc comment. This field and the next four are absent if `compiler.bindingMaps` is off, and in an editor. */
  readonly description?: string
  readonly bindings?: readonly BindingModel[]
  /**
   * Paths of stores that it displays, such as `cart.lines.length`; a path begins with the name of the store's export.
   */
  readonly shows?: readonly string[]
  /** Tools that its elements call: intents and actions of stores. */
  readonly does?: readonly string[]
  /**
   * Its guarded intents with `state` whose approval shows no changes, with the line of the code that prevents it, such as
   * `Desk.buy (line 34)`. Absent if all have a preview.
   */
  readonly withoutPreview?: readonly string[]
}

/** The fields of a component in `.fw/bindings.json` and in the dev server's list of bindings. */
export interface ComponentBindings
  extends Pick<ComponentModel, 'name' | 'file' | 'island' | 'description' | 'shows' | 'does' | 'withoutPreview'> {
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
  /** The channels folder. */
  readonly channels?: string
  /** The skills folder. */
  readonly skills?: string
  readonly client?: string
  readonly styles?: string
  readonly serviceWorker?: string
  readonly config?: string
}

/** A schedule whose times a platform knows. */
export interface PlannedSchedule {
  /** Name of the export. */
  readonly name: string
  /** Minute, hour, day, month and weekday, in UTC. Without names. */
  readonly cron: string
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
  /** The default language if its URLs don't contain it. */
  readonly unprefixedLocale?: string
  /** Message key -> parameters of the default language's message, with their kinds. */
  readonly messages: Readonly<Record<string, Readonly<Record<string, 'text' | 'number' | 'date'>>>>
  /** Chunk of islands -> message keys that its browser code uses. Chunks without messages are absent. */
  readonly islandMessages: Readonly<Record<string, readonly string[]>>
}

/**
 * Everything that the compiler found in an app, as plain data; code is generated from it. Files are relative to `root`.
 */
export interface AppModel {
  /** Absolute path of the app. The model's only absolute path; it is left out of snapshots. */
  readonly root: string
  readonly config: FwConfig
  readonly modules: readonly ApiModuleModel[]
  readonly routes: readonly RouteModel[]
  /** Absent without endpoints. */
  readonly http?: readonly HttpRouteModel[]
  readonly components: readonly ComponentModel[]
  /** Its schedules, for a platform whose cron calls the app. Absent for other platforms, and without schedules. */
  readonly schedules?: readonly PlannedSchedule[]
  /** Version and license in `package.json`. Absent if the app serves no OpenAPI document. */
  readonly appPackage?: { readonly version?: string; readonly license?: string }
  /** Absent if the app has no module of stores. */
  readonly stores?: readonly StoreModel[]
  readonly files: ConventionFiles
  /** Absent without `src/env.ts`. */
  readonly env?: EnvModel
  /** Absent without `src/i18n.ts`, and if its values are known only at run time. */
  readonly i18n?: I18nModel
  /**
   * Cache tags that pages and cached functions have, such as `order-[id]`. Absent without tags, and if they are known
   * only at run time.
   */
  readonly tags?: readonly string[]
}

/** One replacement of a `Fix`: `text` replaces the span's content. An empty span inserts. */
export interface TextEdit {
  readonly span: SourceSpan
  readonly text: string
}

/** A change of the sources that resolves the finding. Its edits don't overlap. */
export interface Fix {
  /** Title in an editor's list of fixes: `Rename to "orderItems"`. */
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
  /** Names of the tools whose contract or definition has the problem; absent for other findings. */
  readonly tools?: readonly string[]
  /** Further places, such as all paths to a type that can't be represented. */
  readonly related?: readonly { readonly message: string; readonly span?: SourceSpan }[]
  /** Possible fixes, the most likely first; absent if only the author can choose. */
  readonly fixes?: readonly Fix[]
}
