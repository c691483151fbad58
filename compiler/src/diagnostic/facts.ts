/**
 * What analysis saw, right or wrong, as plain data. The rules read only this; the model holds what is left when they
 * have nothing to say.
 */
import type { AppModel, Diagnostic, Fix, SourceSpan } from '../model.ts'
import type { CachePolicyFact, CacheTagFact } from './cache-facts.ts'
import type { FormFieldFact, UnfilledFormFact } from './form-facts.ts'
import type { FailedImportFact, MissingExportFact, TsconfigFact } from './import-facts.ts'

/** How an api module exports something. `api` is the one form that is allowed; types are erased and do not matter. */
export type ExportForm = 'api' | 'default' | 'function' | 'class' | 're-export' | 'value' | 'type' | 'assignment'

export interface ExportFact {
  readonly form: ExportForm
  /** `default` for default exports, `*` for `export *`. */
  readonly name: string
  readonly span: SourceSpan
  /** For `value`: what stands there instead of `api(…)`. */
  readonly written?: string
  /** What would make something legal of it. */
  readonly fixes?: readonly Fix[]
}

/** Something about one side of a contract that is not as it must be. */
export interface ContractFact {
  readonly tool: string
  /** What it is, where it is no api: of a store the state has a contract too. */
  readonly of?: 'intent' | 'action' | 'store'
  readonly side: 'input' | 'output'
  /** A message id of the rule that owns it, or of `program/walk.ts`. */
  readonly problem: string
  /** From the root: `input.items[].price`. */
  readonly path: string
  readonly type: string
  readonly span: SourceSpan
  readonly detail?: string
  readonly fixes?: readonly Fix[]
}

/** A field of an api's definition that says nothing, or nothing that there is. */
export interface FieldFact {
  readonly tool: string
  /** What the tool is; absent for an api. */
  readonly of?: 'intent' | 'action'
  readonly field: string
  /** `dynamic`: the build cannot read it. `value`: no such value. `unknown`: no such field. */
  readonly problem: 'dynamic' | 'value' | 'unknown'
  /** Of the value; of an unknown field its name. */
  readonly span: SourceSpan
  /** The value as it stands in the source; of `dynamic` only where it is a choice between values. */
  readonly written?: string
  /** The value or field that is spelled like it. */
  readonly nearest?: string
}

/** A member of an object, and all that goes with it when it is removed. */
export interface MemberPlace {
  readonly span: SourceSpan
  readonly removal: SourceSpan
}

/** The written definition of an api, or of an action of a store. */
export interface DefinitionFact {
  readonly tool: string
  /** Whether it has a description, or may have one that only running the app would show. */
  readonly described: boolean
  readonly readonly?: MemberPlace
  readonly effect?: MemberPlace
}

export interface ApiFileFacts {
  /** Relative to the app root. */
  readonly file: string
  readonly module: string
  readonly exports: readonly ExportFact[]
  readonly contracts: readonly ContractFact[]
  readonly fields: readonly FieldFact[]
  readonly definitions: readonly DefinitionFact[]
  readonly syntax: readonly SyntaxFact[]
}

/** A file that does not parse. */
export interface SyntaxFact {
  readonly message: string
  readonly span: SourceSpan
}

export interface RouteFact {
  /** Relative to the app root. */
  readonly file: string
  readonly pattern: string
  /** Why `parsePattern` refuses it. */
  readonly problem?: string
  readonly span: SourceSpan
}

/** A redirect or rewrite of the configuration. */
export interface PathRuleFact {
  readonly from: string
  readonly to: string
  /** Absent where it is not written out in the configuration. */
  readonly span?: SourceSpan
  /** Why it cannot be compiled, or leads nowhere. */
  readonly problem?: string
  /** An earlier rule that catches all of its paths. */
  readonly behind?: string
  readonly fixes?: readonly Fix[]
}

/** A link that is written out and that nothing in the app answers. */
export interface DeadLinkFact {
  readonly to: string
  readonly span: SourceSpan
  /** A path that exists and is spelled like it. */
  readonly nearest?: string
}

/** A matcher in the name of a route file that `src/matchers.ts` does not export. */
export interface MatcherFact {
  readonly file: string
  readonly name: string
  readonly span: SourceSpan
  readonly nearest?: string
}

/** A convention file, and whether it has what the convention asks for. */
export interface ConventionFact {
  readonly file: string
  readonly kind: string
  readonly hasDefault: boolean
  readonly span: SourceSpan
  readonly fixes?: readonly Fix[]
}

/** A value that `src/hooks.ts` exports; `default` for a default export. */
export interface HookFact {
  readonly name: string
  readonly span: SourceSpan
  /** What would make a hook of it. */
  readonly fixes?: readonly Fix[]
}

/** Something of `src/schedules.ts` that cannot be: a definition, or an export that is no schedule. */
export interface ScheduleFact {
  readonly problem: 'definition' | 'no-schedule' | 'default-export'
  /** Of the export. */
  readonly name: string
  /** For `definition`: what is wrong, and what to write. */
  readonly message?: string
  readonly span: SourceSpan
  readonly fixes?: readonly Fix[]
}

export interface ConfigFact {
  readonly field: string
  readonly problem: 'dynamic' | 'no-default' | 'invalid'
  readonly span: SourceSpan
  /** For `invalid`: what is wrong, as a sentence. */
  readonly message?: string
  readonly fixes?: readonly Fix[]
}

/** The configuration of `package.json`. */
export interface PackageConfigFact {
  readonly span: SourceSpan
  /** The file that is read instead of it. */
  readonly instead?: string
  readonly fixes?: readonly Fix[]
}

/** A member of `Env` that no environment variable can be; the type itself for `missing` and `not-object`. */
export interface EnvFact {
  readonly problem: 'missing' | 'not-object' | 'name' | 'ambiguous' | 'untyped' | 'null'
  readonly name: string
  readonly span: SourceSpan
  readonly fixes?: readonly Fix[]
}

/** Something that a static site cannot hold. */
export interface StaticFact {
  readonly problem: 'page' | 'island'
  /** Of a page: what is wrong and what to do. Of an island: the api module that it imports. */
  readonly detail: string
  readonly span?: SourceSpan
}

/** A page all of whose addresses something else answers. */
export interface UnreachableRouteFact {
  readonly file: string
  readonly pattern: string
  readonly span: SourceSpan
  readonly by: 'redirect' | 'rewrite' | 'file' | 'route'
  /** The rule's `from`, the public file, or the file of the other route. */
  readonly other: string
}

/** An export of a route module that is missing, or that nobody reads. */
export interface RouteExportFact {
  readonly problem: 'no-default' | 'misspelled' | 'no-params' | 'page-only'
  readonly file: string
  /** Of the export; for `no-default` the kind of the route. */
  readonly name: string
  readonly span: SourceSpan
  /** Of `misspelled`: the export that was meant. */
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}

/** Something about `staticParams` from which no path can be made. */
export interface StaticParamsFact {
  readonly problem: 'shape' | 'entry' | 'missing' | 'unknown' | 'value' | 'empty' | 'matcher'
  readonly file: string
  /** The parameter, or what stands there instead. */
  readonly name: string
  readonly span: SourceSpan
  /** Of `matcher`: the value, and who does not take it. */
  readonly written?: string
  readonly matcher?: string
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}

/** A page whose address begins like that of a language. */
export interface LocaleRouteFact {
  readonly file: string
  /** The first segment of its pattern: `de`, `[locale]`. */
  readonly segment: string
  /** A language of the app; of a parameter the first one. */
  readonly locale: string
  /** Of a parameter: the pattern without it. */
  readonly rest?: string
  readonly span: SourceSpan
}

/** A `_404` or `_500` below the top of the routes folder, where nobody reads it. */
export interface MisplacedErrorPageFact {
  readonly file: string
  readonly name: string
  readonly top: string
  readonly span: SourceSpan
}

/** Something that works on the server only, in code that a browser loads. */
export interface ServerCodeFact {
  readonly problem: 'module' | 'builtin' | 'secret'
  /** The file, the module, or `process.env.X`. */
  readonly name: string
  /** Of `module`: why it may not be there, as the end of a sentence. */
  readonly reason: string
  readonly span: SourceSpan
  /** How a browser comes by the code, from the first file on. */
  readonly chain: NonNullable<Diagnostic['related']>
}

/** Code of a page or layout that would have to run in a browser. */
export interface PageCodeFact {
  readonly kind: 'event' | 'ref' | 'signal' | 'effect' | 'intent'
  readonly name: string
  readonly file: string
  readonly span: SourceSpan
}

/** A value that a static component gives to an island, and that cannot be sent to a browser. */
export interface IslandPropFact {
  readonly island: string
  readonly prop: string
  readonly kind: 'function' | 'instance' | 'symbol' | 'api' | 'markup'
  /** Of `instance`: its class. */
  readonly type?: string
  readonly span: SourceSpan
}

/** A call of `intent()` in a component. */
export interface IntentFact {
  readonly tool: string
  readonly component: string
  readonly intent: string
  readonly file: string
  readonly span: SourceSpan
  /** Of the name, with its quotes. */
  readonly nameSpan: SourceSpan
  readonly described: boolean
  /** What would give it a name that a tool can have. */
  readonly nameFixes?: readonly Fix[]
}

/** A call of `intent()` that is in no component, or under no name that is written out: its types are not read. */
export interface UncheckedIntentFact {
  /** Its name, where that is a plain text. */
  readonly intent?: string
  /** Of the call, as far as the name. */
  readonly span: SourceSpan
}

/** A call of a function that needs a person, made by the render of a page. */
export interface GuardedRenderFact {
  readonly tool: string
  readonly guard: 'confirm' | 'forbidden'
  readonly span: SourceSpan
  /** The path from the route to the function that makes the call. */
  readonly chain: NonNullable<Diagnostic['related']>
}

/** Something in the `run` of an intent that keeps it from being a file of its own. */
export interface SplitRunFact {
  readonly tool: string
  readonly problem: 'reassigned' | 'this'
  /** The variable, or `this` and its like. */
  readonly name: string
  readonly span: SourceSpan
}

/** A file of React components in an app without React. */
export interface MissingReactFact {
  /** Those that the app does not depend on, or that are not installed. */
  readonly packages: readonly string[]
  /** Of its first component. */
  readonly span: SourceSpan
}

/** A text that should name a tool, and names none, or one that cannot be called from there. */
export interface UnknownToolFact {
  readonly name: string
  /** It is a tool of pages, and no page is open there. */
  readonly isOfPage?: boolean
  /** With its quotes. */
  readonly span: SourceSpan
  /** A tool that is spelled like it, in full. */
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}

/**
 * What is wrong with a message or a use of one: nobody defined it, its key is only known at run time in a browser, values
 * are missing, a language lacks it, the default language lacks it, it is no ICU message, it has values that the default
 * language's has not.
 */
export type MessageProblem = 'unknown' | 'dynamic' | 'values' | 'missing' | 'extra' | 'syntax' | 'strange'

export interface MessageFact {
  readonly problem: MessageProblem
  readonly key: string
  /** The nearest key, the names of the values, or why it is no message. May be empty. */
  readonly detail: string
  /** Of the catalog, where it is one. */
  readonly locale?: string
  readonly span: SourceSpan
  readonly fixes?: readonly Fix[]
}

export interface AppFacts {
  readonly model: AppModel
  readonly apiFiles: readonly ApiFileFacts[]
  /** Api files in folders below the server folder, which are not collected. */
  readonly nestedApiFiles: readonly { readonly file: string; readonly span: SourceSpan }[]
  readonly routes: readonly RouteFact[]
  readonly unknownMatchers: readonly MatcherFact[]
  readonly pathRules: readonly PathRuleFact[]
  readonly deadLinks: readonly DeadLinkFact[]
  readonly conventions: readonly ConventionFact[]
  readonly hooks: readonly HookFact[]
  readonly schedules: readonly ScheduleFact[]
  readonly env: readonly EnvFact[]
  readonly config: readonly ConfigFact[]
  /** Absent when `package.json` configures nothing. */
  readonly packageConfig?: PackageConfigFact
  readonly unreachableRoutes: readonly UnreachableRouteFact[]
  readonly misplacedErrorPages: readonly MisplacedErrorPageFact[]
  readonly routeExports: readonly RouteExportFact[]
  readonly staticParams: readonly StaticParamsFact[]
  readonly cachePolicies: readonly CachePolicyFact[]
  readonly cacheTags: readonly CacheTagFact[]
  readonly serverCode: readonly ServerCodeFact[]
  readonly pageCode: readonly PageCodeFact[]
  readonly islandProps: readonly IslandPropFact[]
  readonly intents: readonly IntentFact[]
  readonly uncheckedIntents: readonly UncheckedIntentFact[]
  readonly guardedRenders: readonly GuardedRenderFact[]
  readonly unknownTools: readonly UnknownToolFact[]
  readonly messages: readonly MessageFact[]
  readonly localeRoutes: readonly LocaleRouteFact[]
  /** Of all intents, whether their runs are to be files or not. */
  readonly splitRuns: readonly SplitRunFact[]
  readonly missingReact: readonly MissingReactFact[]
  readonly formFields: readonly FormFieldFact[]
  readonly unfilledForms: readonly UnfilledFormFact[]
  /** Of component files; an api file has its own. */
  readonly syntax: readonly SyntaxFact[]
  /** With `output: 'static'`: what stands in the source; of a build, what bundling islands and rendering pages has shown. */
  readonly staticSite: readonly StaticFact[]
  /** What a bundle could not follow; the analysis finds none. */
  readonly failedImports: readonly FailedImportFact[]
  readonly missingExports: readonly MissingExportFact[]
  readonly tsconfig: readonly TsconfigFact[]
}
