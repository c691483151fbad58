/** Types of API definitions, calls and their context. */
import type { ApiMethod } from './http/api-address.ts'
import type { CallClient } from './http/call-client.ts'
import type { CorsConfig } from './http/cors.ts'
import type { FormAction } from './page/form.ts'
import type { JsonSchema } from './schema/json-schema.ts'
import type { Issue } from './schema/validation.ts'

/** The treatment of calls with agent origin. A guard restrains agents; it doesn't replace access control. */
export type Guard = 'auto' | 'confirm' | 'forbidden'

/** Who started a call. A caller that doesn't identify itself as an agent counts as human. */
export type Origin = 'human' | 'agent'

/** `irreversible`: if untrusted content has influenced the call, `auto` becomes `confirm`. */
export type Effect = 'irreversible'

/** The verified identity of a signed agent request. */
export interface AgentIdentity {
  readonly verified: boolean
  /** RFC 7638 thumbprint of the allow-listed key. */
  readonly keyId: string
}

/**
 * Types that the app's generated `.fw/types` registers: `{ ctx: …; session: …; tools: { 'api.shop.search': …} }`. Without
 * them, `Ctx` has only the framework's own members.
 */
export interface Register {}

/**
 * The type that the app registered under a key. The lookup uses the key, not the shape: a match on the shape would resolve
 * every member, and the type of ctx may depend on the session's type.
 */
export type Registered<Key extends string, Otherwise> = Key extends keyof Register ? Register[Key] : Otherwise

/** The session payload: the type argument that `src/session.ts` gives to `createSessionStore`. */
export type Session = Registered<'session', unknown>

/** The environment: the type `Env` that `src/env.ts` exports. */
export type Env = Readonly<Registered<'env', Record<never, never>>>

/**
 * A tag that invalidates cached pages and results: any tag of a page, a cached function or an API that the compiler finds in
 * the app's source. Write `as CacheTag` for a string that is known only at run time.
 */
export type CacheTag = Registered<'tags', string> & string

/** A tag where it is declared: any string, with existing tags as completions. */
export type NewCacheTag = CacheTag | (string & Record<never, never>)

/** Members of every ctx, in addition to the return value of the app's `ctxFor`. */
export interface BaseCtx {
  /** Headers for the response. Applied to API calls over HTTP, form posts and pages. */
  readonly headers: Headers
  /** Scopes of the caller; absent means none. */
  readonly scopes?: readonly string[]
  /** The verified session payload, unless the app set its own. */
  readonly session?: Session
  /** The verified agent identity, absent when the request is unsigned. */
  readonly agent?: AgentIdentity | null
  /** The identity of the caller's bearer token at the MCP and A2A endpoints, unless the app set its own. */
  readonly identity?: ClientIdentity
}

/** The caller of the MCP or A2A endpoint, as `mcpAuth` verifies it. */
export interface ClientIdentity {
  readonly subject?: string
  readonly clientId?: string
  readonly scopes?: readonly string[]
}

/** The app's context: the return value of `src/ctx.ts`, with the framework's own members. */
export type Ctx = Omit<BaseCtx, keyof Registered<'ctx', unknown>> & Registered<'ctx', unknown>

/** The ctx that a caller passes: the ctx of a request, or the return value of the app's `ctxFor`. */
export type GivenCtx = Ctx | Registered<'ctx', object>

/**
 * The ctx of a signed-in user, inside a function with `access: 'user'`: the `userId` that the app's own ctx declares isn't
 * optional. Apps whose ctx has no `userId` get their own type unchanged.
 */
export type UserCtx = [SignedIn<Ctx>] extends [never] ? Ctx : SignedIn<Ctx>

/** The members of a union of ctx types that can have a user. */
type SignedIn<AnyCtx> = AnyCtx extends unknown
  ? 'userId' extends keyof AnyCtx
    ? AnyCtx & { readonly userId: NonNullable<AnyCtx['userId' & keyof AnyCtx]> }
    : never
  : never

/**
 * The argument of `run`. In a function with `access: 'user'` it is `Call<Input, 'user'>`, and `ctx.userId` isn't optional.
 */
export interface Call<Input = unknown, out Rule = unknown> {
  readonly input: Input
  readonly ctx: [Rule] extends ['user'] ? UserCtx : Ctx
  /** Aborts when the caller disconnects or the tool's timeout expires. */
  readonly signal: AbortSignal
  /** The client that called, if it supports messages during the call: progress, logs, questions. */
  readonly client: CallClient
}

/**
 * Standard Schema v1 (standardschema.dev), limited to the members that the framework reads. `jsonSchema` is the Standard
 * JSON Schema extension.
 */
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

/**
 * Decides about each call: only `true` allows it. A function that doesn't read `input` also decides who sees the tool; one
 * that reads it is called once the input has been validated, and every caller sees the tool.
 */
export type AccessFunction<Input = unknown> = (call: { readonly input: Input; readonly ctx: Ctx }) => boolean

/**
 * Who may call a function, for every caller and every transport: `public` for all, `user` for signed-in users, callers with
 * scopes, or a decision of the app. A caller is signed in if `subjectOf(ctx)` returns a value, by default `ctx.userId`.
 */
export type Access<Input = unknown> = 'public' | 'user' | { readonly scopes: readonly string[] } | AccessFunction<Input>

/** Decides the guard of each call. The manifest shows `maxGuard`, or `confirm`. */
export type GuardFunction<Input> = (call: { input: Input; ctx: Ctx; origin: Origin }) => Guard | Promise<Guard>

/**
 * The argument of `api()`. `Input` is the value that `run` receives; `Given` is the value that a caller passes, which
 * differs if a schema sets defaults or converts values.
 */
export interface ApiDefinition<Input, Output, Given = Input, Rule extends Access<Input> = Access<Input>> {
  /** Description that agents use to plan calls. Default: the doc comment of the export. */
  readonly description?: string
  /**
   * Title for people. A function receives the input of a call, and its title is shown where people see that call: above the
   * input where a person approves it, and in the copilot. Lists of tools have no title then.
   */
  readonly title?: string | ((input: Input) => string)
  /** Input schema; derived from the type of `run` when absent. */
  readonly input?: StandardSchema<Input, Given>
  /** Output schema; derived from the return type of `run` when absent. */
  readonly output?: StandardSchema<Output>
  /** Default `auto`. */
  readonly guard?: Guard | GuardFunction<Input>
  /** Guard that the manifest shows for a guard function. Default `confirm`. */
  readonly maxGuard?: Guard
  /** Who may call it. The server refuses other callers over every transport, and lists of tools omit it for them. */
  readonly access?: Rule
  /**
   * Required scopes: `ctx.scopes` must contain all of them. Otherwise the manifest omits the tool, and calls are refused.
   * `access: { scopes }` means the same.
   */
  readonly scopes?: readonly string[]
  /** Side effect of a call, which the guard takes into account for agents' calls. */
  readonly effect?: Effect
  /**
   * Tags that a call invalidates: after every run that doesn't throw, cached pages and results of `cached` with one of
   * these tags are removed. `[id]` is replaced by the input's member of that name.
   */
  readonly invalidates?: readonly CacheTag[]
  /**
   * Tags of the data that a `readonly` API reads: a call that invalidates one of them updates the live reads of this API. The
   * tags of the `cached` values that it reads count too. `[id]` in a list is replaced by the input's member of that name. A
   * function returns the tags of a call, such as those of the caller's own data. It runs in each live read, before `run`. If it
   * fails, the read has none of its tags, and the error is logged.
   */
  readonly tags?:
    | readonly NewCacheTag[]
    | ((call: Pick<Call<Input, NoInfer<Rule>>, 'input' | 'ctx'>) => readonly NewCacheTag[])
  /** The API changes nothing. It also accepts `GET ?input=<JSON>`. */
  readonly readonly?: boolean
  /**
   * A method and a path of its own, beside `/_fw/api/`: `PUT /articles/[slug]`. The parameters of the path are members of the
   * input; the others are the query of GET and DELETE, or the JSON body of POST, PUT and PATCH. GET needs `readonly`. The
   * response is the result itself as JSON.
   */
  readonly http?: `${ApiMethod} /${string}`
  /** Status of a successful response at `http`, from 200 to 299. Default 200, or 204 without a result. */
  readonly status?: number
  /** Other sites whose pages may call the API at `http`. Default: none. */
  readonly cors?: CorsConfig
  /**
   * Returns the path to which a `<form>` of this API redirects after the call: a path of this app, such as a result of
   * `href()`. Default: the page of the form, also if this function throws. A `redirect()` that `run` throws has the same
   * effect; calls that don't come from a form fail with it.
   */
  leadsTo?(call: { readonly input: Input; readonly result: Output; readonly ctx: Ctx }): string
  /** Milliseconds that `run` may take before its signal aborts and the call fails. Default: no limit. */
  readonly timeoutMs?: number
  /**
   * Whether a built app loads the module of this API when it starts. Default: at the first call of one of the module's
   * APIs, if all of their options but `run` are literals, and nothing that loads at start imports the module.
   */
  readonly eager?: boolean
  /** A property, not a method: only under `access: 'user'` may it need the ctx of a signed-in user. */
  readonly run: (call: Call<Input, NoInfer<Rule>>) => Output | Promise<Output>
}

type ApiArguments<Input> = unknown extends Input
  ? [input?: Readonly<Record<string, never>>, ctx?: GivenCtx]
  : object extends Input
    ? [input?: Input, ctx?: GivenCtx]
    : [input: Input, ctx?: GivenCtx]

/**
 * An API. On the server, a call runs it directly (without HTTP, with the same validation). In the browser, the compiler
 * replaces the module by a fetch stub of the same type. In a page: `<form action={api}>`.
 */
export type Api<Input = unknown, Output = unknown> = ((...args: ApiArguments<Input>) => Promise<Output>) & FormAction

/** An API of any input and output type. */
export type AnyApi = (...args: never) => Promise<unknown>

/** The success envelope of `POST /_fw/api/...`. */
export interface SuccessEnvelope<Result = unknown> {
  readonly ok: true
  readonly result: Result
}

/** One entry of `manifest.tools` and of the MCP and agent lists. */
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

/** A collected API: its manifest entry and its location. */
export interface ApiTool extends ManifestTool {
  readonly where: 'server'
  readonly module: string
  readonly export: string
  /** Its own address, as written in `http`. */
  readonly http?: string
  readonly api: AnyApi
}

/** An audit record. Created for every dispatch, including refused calls. */
export interface AuditEntry {
  readonly tool: string
  readonly origin: Origin
  readonly guard: Guard
  readonly ok: boolean
  /** Verified key id of the calling agent. */
  readonly agent?: string
  /** The input of the call, unless a `redact` hook rewrote it. */
  readonly input: unknown
  /** Epoch milliseconds. */
  readonly at: number
  readonly durationMs: number
  readonly error?: string
  readonly code?: string
  /** Id of the proposal that the call created or resolved. */
  readonly proposal?: string
  readonly subject?: string
  /** The agent had read untrusted content. */
  readonly tainted?: boolean
  /** `x-request-id` of the response; absent for a call outside a request. */
  readonly requestId?: string
  readonly issues?: readonly Issue[]
}

/** A committed write. */
export interface ChangeEntry {
  /** Unique id: a receiver of a webhook recognizes a repeated delivery by it. */
  readonly id: string
  /** Invalidated tags with their parameters filled in, such as `order-7`. Empty for `revalidatePath`. */
  readonly tags: readonly string[]
  /** The path or pattern of `revalidatePath`. */
  readonly path?: string
  /** Name of the API that wrote, such as `api.orders.close`. Absent for `revalidateTag` and `revalidatePath`. */
  readonly tool?: string
  /** `agent` also for the call of an agent that a user approved. */
  readonly origin: Origin
  /** The user; absent for an anonymous caller. */
  readonly subject?: string
  /** Epoch milliseconds. */
  readonly at: number
  /** `x-request-id` of the response; absent for a write outside a request. */
  readonly requestId?: string
}
