/**
 * Everything that the analysis found, valid or invalid, as plain data. The rules read only this; the model contains
 * only valid parts.
 */
import type { AppModel, Diagnostic, Fix, SourceSpan } from '../model.ts'
import type { CachePolicyFact, CacheTagFact } from './cache-facts.ts'
import type { FormFieldFact, UnfilledFormFact } from './form-facts.ts'
import type { FailedImportFact, FailingModuleFact, MissingExportFact, TsconfigFact } from './import-facts.ts'
import type { MisplacedConventionFact, MisplacedErrorPageFact } from './misplaced-facts.ts'

/** Form of an api module's export. Only `api` is allowed; types are erased and ignored. */
export type ExportForm = 'api' | 'default' | 'function' | 'class' | 're-export' | 'value' | 'type' | 'assignment'

export interface ExportFact {
  readonly form: ExportForm
  /** `default` for default exports, `*` for `export *`. */
  readonly name: string
  readonly span: SourceSpan
  /** For `value`: the expression in place of `api(…)`. */
  readonly written?: string
  /** Fixes that make the export legal. */
  readonly fixes?: readonly Fix[]
}

/** A problem of one side of a contract. */
export interface ContractFact {
  readonly tool: string
  /** Kind of definition, if it isn't an api: the state of a store has a contract too. */
  readonly of?: 'intent' | 'action' | 'store'
  readonly side: 'input' | 'output'
  /** A message id of the rule that owns it, or of `program/walk.ts`. */
  readonly problem: string
  /** Path from the root: `input.items[].price`. */
  readonly path: string
  readonly type: string
  readonly span: SourceSpan
  readonly detail?: string
  readonly fixes?: readonly Fix[]
}

/** A field of an api's definition with an unusable value, or an unknown field. */
export interface FieldFact {
  readonly tool: string
  /** Kind of tool; absent for an api. */
  readonly of?: 'intent' | 'action'
  readonly field: string
  /** `dynamic`: the build can't read it. `value`: invalid value. `unknown`: no such field. */
  readonly problem: 'dynamic' | 'value' | 'unknown'
  /** Span of the value; for an unknown field, of its name. */
  readonly span: SourceSpan
  /** The value in the source; for `dynamic` only if it is a choice between values. */
  readonly written?: string
  /** The most similar value or field. */
  readonly nearest?: string
}

/** A member of an object, and the range that removes it. */
interface MemberPlace {
  readonly span: SourceSpan
  readonly removal: SourceSpan
}

/** The literal definition of an api, or of an action of a store. */
export interface DefinitionFact {
  readonly tool: string
  /** Whether it has a description, or may have one that is known only at run time. */
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

/** A file with a syntax error. */
export interface SyntaxFact {
  readonly message: string
  readonly span: SourceSpan
}

export interface RouteFact {
  /** Relative to the app root. */
  readonly file: string
  readonly pattern: string
  /** Why `parsePattern` rejects it. */
  readonly problem?: string
  readonly span: SourceSpan
}

/** A redirect or rewrite of the configuration. */
export interface PathRuleFact {
  readonly from: string
  readonly to: string
  /** Absent if it isn't literal in the configuration. */
  readonly span?: SourceSpan
  /** Why it can't be compiled, or has an invalid target. */
  readonly problem?: string
  /** An earlier rule that matches all of its paths. */
  readonly behind?: string
  readonly fixes?: readonly Fix[]
}

/** A literal link that no part of the app handles. */
export interface DeadLinkFact {
  readonly to: string
  readonly span: SourceSpan
  /** The most similar existing path. */
  readonly nearest?: string
}

/** A matcher in the name of a route file that `src/matchers.ts` doesn't export. */
export interface MatcherFact {
  readonly file: string
  readonly name: string
  readonly span: SourceSpan
  readonly nearest?: string
}

/** A convention file, and whether it has the required exports. */
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
  /** Fixes that turn it into a hook. */
  readonly fixes?: readonly Fix[]
}

/** An invalid definition in `src/schedules.ts`, or an export that isn't a schedule. */
export interface ScheduleFact {
  readonly problem: 'definition' | 'no-schedule' | 'default-export'
  /** Name of the export. */
  readonly name: string
  /** For `definition`: the problem and the solution. */
  readonly message?: string
  readonly span: SourceSpan
  readonly fixes?: readonly Fix[]
}

export interface ConfigFact {
  readonly field: string
  readonly problem: 'dynamic' | 'no-default' | 'invalid'
  readonly span: SourceSpan
  /** For `invalid`: the problem, as a sentence. */
  readonly message?: string
  readonly fixes?: readonly Fix[]
}

/** The configuration in `package.json`. */
interface PackageConfigFact {
  readonly span: SourceSpan
  /** The file that is read instead of it. */
  readonly instead?: string
  readonly fixes?: readonly Fix[]
}

/** A member of `Env` that can't be an environment variable; for `missing` and `not-object` the type itself. */
export interface EnvFact {
  readonly problem: 'missing' | 'not-object' | 'name' | 'ambiguous' | 'untyped' | 'null'
  readonly name: string
  readonly span: SourceSpan
  readonly fixes?: readonly Fix[]
}

/** Something that a static site doesn't support. */
export interface StaticFact {
  readonly problem: 'page' | 'island'
  /** For a page: the problem and the solution. For an island: the api module that it imports. */
  readonly detail: string
  readonly span?: SourceSpan
}

/** A page that is unreachable, since something else handles all its URLs. */
export interface UnreachableRouteFact {
  readonly file: string
  readonly pattern: string
  readonly span: SourceSpan
  readonly by: 'redirect' | 'rewrite' | 'file' | 'route'
  /** The rule's `from`, the public file, or the file of the other route. */
  readonly other: string
}

/** An export of a route module that is missing, or that is never read. */
export interface RouteExportFact {
  readonly problem: 'no-default' | 'misspelled' | 'no-params' | 'page-only'
  readonly file: string
  /** Name of the export; for `no-default` the kind of the route. */
  readonly name: string
  readonly span: SourceSpan
  /** For `misspelled`: the intended export. */
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}

/** An entry of `staticParams` that can't be converted to a path. */
export interface StaticParamsFact {
  readonly problem: 'shape' | 'entry' | 'missing' | 'unknown' | 'value' | 'empty' | 'matcher'
  readonly file: string
  /** The parameter, or the expression in its place. */
  readonly name: string
  readonly span: SourceSpan
  /** For `matcher`: the value, and the matcher that rejects it. */
  readonly written?: string
  readonly matcher?: string
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}

/** A page with a URL that begins with a language. */
export interface LocaleRouteFact {
  readonly file: string
  /** The first segment of its pattern: `de`, `[locale]`. */
  readonly segment: string
  /** A language of the app; for a parameter the first one. */
  readonly locale: string
  /** For a parameter: the pattern without it. */
  readonly rest?: string
  readonly span: SourceSpan
}

/** Server-only code in a file that a browser loads. */
export interface ServerCodeFact {
  readonly problem: 'module' | 'builtin' | 'secret'
  /** The file, the module, or `process.env.X`. */
  readonly name: string
  /** For `module`: why it isn't allowed, as the end of a sentence. */
  readonly reason: string
  readonly span: SourceSpan
  /** The imports through which a browser loads the code, from the first file on. */
  readonly chain: NonNullable<Diagnostic['related']>
}

/** Code of a page or layout that needs a browser. */
export interface PageCodeFact {
  readonly kind: 'event' | 'ref' | 'signal' | 'effect' | 'intent'
  readonly name: string
  readonly file: string
  readonly span: SourceSpan
}

/** A value that a static component passes to an island, and that can't be serialized. */
export interface IslandPropFact {
  readonly island: string
  readonly prop: string
  readonly kind: 'function' | 'instance' | 'symbol' | 'api' | 'markup'
  /** For `instance`: its class. */
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
  /** Span of the name, with its quotes. */
  readonly nameSpan: SourceSpan
  readonly described: boolean
  /** Fixes that give it a legal tool name. */
  readonly nameFixes?: readonly Fix[]
}

/** A call of `intent()` outside of components, or without a literal name: its types aren't read. */
export interface UncheckedIntentFact {
  /** Its name, if it is a string literal. */
  readonly intent?: string
  /** Span of the call, up to the name. */
  readonly span: SourceSpan
}

/** A call, during the render of a page, of a function that needs a user's approval. */
export interface GuardedRenderFact {
  readonly tool: string
  readonly guard: 'confirm' | 'forbidden'
  readonly span: SourceSpan
  /** The path from the route to the function that makes the call. */
  readonly chain: NonNullable<Diagnostic['related']>
}

/** Code in the `run` of an intent that prevents it from being a separate file. */
export interface SplitRunFact {
  readonly tool: string
  readonly problem: 'reassigned' | 'this'
  /** The variable, or `this` and similar. */
  readonly name: string
  readonly span: SourceSpan
}

/** A file of React components in an app without React. */
export interface MissingReactFact {
  /** Packages that the app doesn't depend on, or that aren't installed. */
  readonly packages: readonly string[]
  /** Span of its first component. */
  readonly span: SourceSpan
}

/** A string that should name a tool, but names none, or one that can't be called there. */
export interface UnknownToolFact {
  readonly name: string
  /** Whether it is a page tool, in a place without an open page. */
  readonly isOfPage?: boolean
  /** Span with quotes. */
  readonly span: SourceSpan
  /** Full name of the most similar tool. */
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}

/**
 * Problem of a message or of its use: it isn't defined, its key is known only at run time in a browser, values are
 * missing, a language lacks it, the default language lacks it, it isn't a valid ICU message, it has values that the
 * default language's message doesn't have.
 */
export type MessageProblem = 'unknown' | 'dynamic' | 'values' | 'missing' | 'extra' | 'syntax' | 'strange'

export interface MessageFact {
  readonly problem: MessageProblem
  readonly key: string
  /** The nearest key, the names of the values, or the syntax error. May be empty. */
  readonly detail: string
  /** Language of the catalog, if the fact is about one. */
  readonly locale?: string
  readonly span: SourceSpan
  readonly fixes?: readonly Fix[]
}

export interface AppFacts {
  readonly model: AppModel
  readonly apiFiles: readonly ApiFileFacts[]
  /** Api files in subfolders of the server folder, which aren't collected. */
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
  /** Absent if `package.json` contains no configuration. */
  readonly packageConfig?: PackageConfigFact
  readonly unreachableRoutes: readonly UnreachableRouteFact[]
  readonly misplacedErrorPages: readonly MisplacedErrorPageFact[]
  readonly misplacedConventions: readonly MisplacedConventionFact[]
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
  /** Facts for all intents, whether their runs are split or not. */
  readonly splitRuns: readonly SplitRunFact[]
  readonly missingReact: readonly MissingReactFact[]
  readonly formFields: readonly FormFieldFact[]
  readonly unfilledForms: readonly UnfilledFormFact[]
  /** Syntax errors of component files; an api file has its own. */
  readonly syntax: readonly SyntaxFact[]
  /**
   * With `output: 'static'`: findings in the source; in a build, findings from bundling islands and rendering pages.
   */
  readonly staticSite: readonly StaticFact[]
  /** Imports that a bundle could not resolve; the analysis finds none. */
  readonly failedImports: readonly FailedImportFact[]
  readonly missingExports: readonly MissingExportFact[]
  readonly tsconfig: readonly TsconfigFact[]
  readonly failingModules: readonly FailingModuleFact[]
}
