/** The shapes of an api definition, its call and its context (spec: api definition, Context). */
import type { CallClient } from './call-client.ts'
import type { FormAction } from './form.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Issue } from './validation.ts'

/** How an agent-origin call is treated (spec: States and transitions). A guard contains agents; it is no access control. */
export type Guard = 'auto' | 'confirm' | 'forbidden'

/** Who started a call. Without evidence of an agent a caller counts as a person. */
export type Origin = 'human' | 'agent'

/** `irreversible`: reached through untrusted content, `auto` becomes `confirm`. */
export type Effect = 'irreversible'

/** The verified identity of a signed agent request. */
export interface AgentIdentity {
  readonly verified: boolean
  /** RFC 7638 thumbprint of the allow-listed key. */
  readonly keyId: string
}

/**
 * Filled in by the app's generated `.fw/types`: `{ ctx: …; session: …; tools: { 'api.shop.search': …} }`. Without them
 * `Ctx` has the framework's own members only.
 */
export interface Register {}

/** What the app registered under a key. By key and not by shape: matching the shape would read every member, and the type of ctx may come from the session's. */
export type Registered<Key extends string, Otherwise> = Key extends keyof Register ? Register[Key] : Otherwise

/** The session payload: the type argument that `src/session.ts` gives to `createSessionStore`. */
export type Session = Registered<'session', unknown>

/** The environment: the type `Env` that `src/env.ts` exports. */
export type Env = Readonly<Registered<'env', Record<never, never>>>

/**
 * A name under which answers are dropped together: one that a page or a cached function of the app carries, as far as they
 * can be told from the sources. A text that is only known at run time is given `as CacheTag`.
 */
export type CacheTag = Registered<'tags', string> & string

/** A tag where it is declared: any text, completed from those that there are. */
export type NewCacheTag = CacheTag | (string & Record<never, never>)

/** What every ctx has, whatever the app's `ctxFor` returns. */
export interface BaseCtx {
  /** Headers of the answer to come; honoured for api calls over HTTP, form posts and pages. */
  readonly headers: Headers
  /** Scopes of the caller; absent means none. */
  readonly scopes?: readonly string[]
  /** The verified session payload, where the app did not set its own. */
  readonly session?: Session
  /** The verified agent identity, absent when the request is unsigned. */
  readonly agent?: AgentIdentity | null
}

/** The app's context: what `src/ctx.ts` returns, with the framework's own members. */
export type Ctx = Omit<BaseCtx, keyof Registered<'ctx', unknown>> & Registered<'ctx', unknown>

/** Ctx that a caller passes: that of a request, or what the app's `ctxFor` returns. */
export type GivenCtx = Ctx | Registered<'ctx', object>

/** What `run` is called with. */
export interface Call<Input = unknown> {
  readonly input: Input
  readonly ctx: Ctx
  /** Aborts when the caller leaves or the tool's time is up. */
  readonly signal: AbortSignal
  /** Whoever called, where it can be spoken to: progress, log, questions. */
  readonly client: CallClient
}

/** Standard Schema v1 (standardschema.dev), as far as we read it. `jsonSchema` is the Standard JSON Schema extension. */
export interface StandardSchema<Output = unknown, Input = unknown> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
    readonly jsonSchema?: {
      readonly input: (options: { target: string }) => Record<string, unknown>
      readonly output: (options: { target: string }) => Record<string, unknown>
    }
  }
}

export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

export interface StandardIssue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** A guard decided per call; the manifest shows `maxGuard`, or `confirm`. */
export type GuardFunction<Input> = (call: { input: Input; ctx: Ctx; origin: Origin }) => Guard | Promise<Guard>

/**
 * The argument of `api()` (spec: api definition). `Input` is what `run` gets; `Given` what a caller writes, which differs
 * where a schema fills in defaults or converts.
 */
export interface ApiDefinition<Input, Output, Given = Input> {
  /** Contract text that agents plan against; the doc comment of the export when absent. */
  readonly description?: string
  readonly title?: string
  /** Input schema; derived from the type of `run` when absent. */
  readonly input?: StandardSchema<Input, Given>
  /** Output schema; derived from what `run` returns when absent. */
  readonly output?: StandardSchema<Output>
  /** Default `auto`. */
  readonly guard?: Guard | GuardFunction<Input>
  /** What the manifest shows for a guard function. Default `confirm`. */
  readonly maxGuard?: Guard
  /** All of them must be in `ctx.scopes`; an out-of-scope tool is absent from the manifest and refused. */
  readonly scopes?: readonly string[]
  /** What a call does to the world, which guards of agents' calls take into account. */
  readonly effect?: Effect
  /**
   * What a call changes: kept pages and answers of `cached` that carry one of these tags are dropped after every run that
   * did not throw. `[id]` stands for the member of that name of the input.
   */
  readonly invalidates?: readonly CacheTag[]
  /** Changes nothing: also answers `GET ?input=<JSON>`. */
  readonly readonly?: boolean
  /**
   * Where a `<form>` of this api leads once it was called: a path of this app, as `href()` makes one. Default: the page of
   * the form, also when this throws. A `redirect()` that `run` throws does the same; calls of others fail with it.
   */
  leadsTo?(call: { readonly input: Input; readonly result: Output; readonly ctx: Ctx }): string
  /** Milliseconds that `run` may take before its signal aborts and the call fails. Default: none. */
  readonly timeoutMs?: number
  run(call: Call<Input>): Output | Promise<Output>
}

type ApiArguments<Input> = unknown extends Input
  ? [input?: Readonly<Record<string, never>>, ctx?: GivenCtx]
  : object extends Input
    ? [input?: Input, ctx?: GivenCtx]
    : [input: Input, ctx?: GivenCtx]

/**
 * A defined api: call it on the server (no HTTP; validated like any other call), or in the browser, where the module is
 * replaced by a fetch stub of the same type. In a page: `<form action={api}>`.
 */
export type Api<Input = unknown, Output = unknown> = ((...args: ApiArguments<Input>) => Promise<Output>) & FormAction

/** Any api, its types forgotten. */
export type AnyApi = (...args: never) => Promise<unknown>

/** The success envelope of `POST /_fw/api/...`. */
export interface SuccessEnvelope<Result = unknown> {
  readonly ok: true
  readonly result: Result
}

/** One entry of `manifest.tools` and of the MCP and agent lists (decisions: Manifest). */
export interface ManifestTool {
  readonly name: string
  readonly title?: string
  readonly description: string
  readonly guard: Guard
  readonly input: JsonSchema
  readonly output?: JsonSchema
  readonly scopes?: readonly string[]
  readonly effect?: Effect
  readonly readonly?: boolean
  readonly where: 'server' | 'page'
  readonly instances?: readonly string[]
  readonly ready?: boolean
}

/** A collected api (decisions: Manifest): its manifest entry, and where it comes from. */
export interface ApiTool extends ManifestTool {
  readonly where: 'server'
  readonly module: string
  readonly export: string
  readonly api: AnyApi
}

/** Called for every dispatch, refusals included (decisions: Dispatch). */
export interface AuditEntry {
  readonly tool: string
  readonly origin: Origin
  readonly guard: Guard
  readonly ok: boolean
  /** Verified key id of the calling agent. */
  readonly agent?: string
  /** As called; a `redact` hook may have rewritten it. */
  readonly input: unknown
  /** Epoch milliseconds. */
  readonly at: number
  readonly durationMs: number
  readonly error?: string
  readonly code?: string
  /** Id of the proposal that the call parked or settled. */
  readonly proposal?: string
  readonly subject?: string
  /** The agent had read untrusted content. */
  readonly tainted?: boolean
  /** `x-request-id` of the answer; absent for a call outside a request. */
  readonly requestId?: string
  readonly issues?: readonly Issue[]
}
