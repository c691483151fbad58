/**
 * THE pipeline (decisions: Dispatch): scopes, forbidden, input, guard, park or run, output, audit on every outcome. HTTP,
 * direct calls, `invokeApi`, MCP and approvals all come through here; nothing else calls `run`.
 */
import type { AuditEntry, Ctx, Guard, Origin } from '#contract/api.ts'
import { FwError, FwIntentError } from '#contract/error.ts'
import type { Inspect } from '#contract/inspect.ts'
import { toGuard } from '#contract/known-guard.ts'
import { asRedirect, pathOfApp } from '#contract/navigation.ts'
import type { ParkedResult } from '#contract/proposal.ts'
import { RenderRefusal } from '#contract/render-refusal.ts'
import type { CallSpan } from '#contract/telemetry.ts'
import { asFwError, getMessage, isUnexpected } from '#contract/thrown.ts'
import type { Validator } from '#contract/validation.ts'
import { CallFrame, type CallRequest, within } from './call-frame.ts'
import { withCurrent } from './current.ts'
import type { CallHost, OpenAuditEntry } from './host.ts'
import { type ApiRecord, getContract } from './record.ts'
import { tellOfChange } from './tell-of-change.ts'
import { toWire, wireInput } from './wire-values.ts'

/** The parked call that this dispatch settles. */
export interface Approval {
  readonly proposal: string
  /** Key id of the agent that proposed it. */
  readonly agent?: string
}

export interface DispatchOptions {
  /** What carries the caller's signal, which is asked for only when `run` reads its own: making one is not free. */
  readonly request?: CallRequest
  /** A person said yes: `confirm` no longer holds the call back; `forbidden` still does. */
  readonly approval?: Approval
  /** The caller has read untrusted content: an agent's call of an `irreversible` tool then waits for a person. */
  readonly tainted?: boolean
  /**
   * A function call on the server: the input is real values, the answer goes to code whose types promise a result, so
   * that nothing can be parked.
   */
  readonly direct?: boolean
  /** Of a direct call: it can be parked all the same, since somebody hears of that. */
  readonly parks?: boolean
  /** A form called: a `redirect()` of `run` is its answer, and it is asked where the form leads. */
  readonly isForm?: boolean
  /**
   * The call was made before, and ran or became a proposal: it passes the checks again, and nothing else happens. One that ran
   * without approval still becomes a proposal if it needs approval now.
   */
  readonly repeats?: 'run' | 'proposal'
}

/** One call of one api. `run` may be called once. */
export class Dispatch {
  /** What `run` answered, checked; what a direct call gets. */
  value: unknown
  /** `value` as JSON carries it: what leaves the process. */
  wire: unknown
  /** `wire` as a text; undefined for a direct call, and for one that answered nothing. */
  json: string | undefined
  /** Id of the proposal that this call became, or settles. */
  proposal: string | undefined
  /** What it was parked as. */
  parked: ParkedResult | undefined
  /** Whether it needs approval. */
  isHeld = false
  /** Of a form: where it leads, when the api says so. */
  leadsTo: string | undefined

  readonly #record: ApiRecord
  readonly #ctx: Ctx
  readonly #origin: Origin
  readonly #host: CallHost
  readonly #options: DispatchOptions
  /** Read only where somebody listens: two clocks for every call are not free. */
  readonly #at: number
  readonly #started: number
  readonly #span: CallSpan | undefined
  #guard: Guard
  #input: unknown
  /** What `run` got, for those who ask when it fails. */
  #checked: { readonly value: unknown } | undefined
  #admitted = false
  #redirected = false

  constructor(record: ApiRecord, ctx: Ctx, origin: Origin, host: CallHost, options: DispatchOptions = NO_OPTIONS) {
    this.#record = record
    this.#ctx = ctx
    this.#origin = origin
    this.#host = host
    this.#options = options
    this.#at = host.audit === undefined ? 0 : Date.now()
    this.#started = host.audit === undefined ? 0 : performance.now()
    this.#span = host.observe === undefined ? undefined : host.observe(record.name ?? '', origin)
    this.#guard = this.#tighten(manifestGuard(record))
    this.proposal = options.approval?.proposal
  }

  /** Scopes and `forbidden`: what can be refused before the body is read. Throws `FwError`. */
  admit(): void {
    if (this.#admitted) return
    this.#admitted = true
    const { scopes, guard, effect } = this.#record.definition
    const isFixed = typeof guard !== 'function'
    if (!isFixed || toGuard(guard) !== 'auto' || effect !== undefined) this.#noteOriginUse()
    if (!inScope(scopes, this.#ctx)) throw this.refuse(new FwError('out_of_scope'))
    if (isFixed && toGuard(guard) === 'forbidden' && this.#contained) throw this.refuse(this.#forbidden())
  }

  /** The outcome depends on the origin. Where the result would be shared, the call is made again for its caller alone. */
  #noteOriginUse(): void {
    try {
      this.#host.onOriginUse?.()
    } catch (error) {
      if (this.#span !== undefined) this.#end(false, error)
      throw error
    }
  }

  /** Records that the call failed before or outside `run` (a body that is no JSON) and gives the error back. */
  refuse<Failure>(error: Failure): Failure {
    this.#audit(false, error)
    return error
  }

  /** The rest of the pipeline on a wire input, or on the values of a direct call. Throws `FwError`, or what `run` threw. */
  run(given: unknown): Promise<void> {
    return this.#span === undefined ? this.#run(given) : this.#span.within(() => this.#run(given))
  }

  async #run(given: unknown): Promise<void> {
    this.#input = given
    this.admit()
    try {
      const contract = this.#record.contract ?? (await getContract(this.#record))
      const { direct } = this.#options
      const input = direct && contract.input.encode !== undefined ? contract.input.encode(given) : given
      const { input: validator } = contract
      const pending = validator.foreign ? this.#runAppCode(() => validator.parse(input)) : validator.parse(input)
      // Only foreign validators answer with a promise: awaiting what is no promise would cost every call a turn.
      const checked = pending instanceof Promise ? await pending : pending
      if (checked.issues !== undefined) throw new FwError('invalid_input', { issues: checked.issues })
      if (this.#host.inspect !== undefined) this.#checked = checked
      if (typeof this.#record.definition.guard === 'function') await this.#decideGuard(checked.value)
      const { repeats } = this.#options
      this.isHeld = this.#guard === 'confirm' && this.#origin === 'agent' && this.#options.approval === undefined
      if (this.isHeld && repeats !== 'proposal') await this.#park(wireInput(contract.input, input, checked.value))
      else if (repeats === undefined) {
        this.value = await (this.#options.isForm ? this.#startForm(checked.value) : this.#start(checked.value))
        if (this.#record.definition.invalidates !== undefined)
          await tellOfChange(this.#record, checked.value, this.#host.log)
        if (this.#redirected) return this.#audit(true, undefined)
        if (direct || !this.#write(contract.output)) {
          const { output } = contract
          const { requestId } = this.#options.request ?? NO_REQUEST
          const write = () => toWire(this.#record.name, output, this.value, this.#host, requestId)
          const wire = output?.foreign ? this.#runAppCode(write) : write()
          this.wire = wire instanceof Promise ? await wire : wire
        }
      }
      if (!direct) this.json ??= this.#toJson(this.wire)
    } catch (thrown) {
      const error = this.#options.direct ? thrown : withoutRedirect(thrown, this.#record.name)
      if (this.#host.inspect !== undefined) this.#inspect(this.#host.inspect, error)
      throw this.refuse(error)
    }
    this.#audit(true, undefined)
  }

  #inspect(inspect: Inspect, error: unknown): void {
    if (!isUnexpected(error)) return
    const { direct, request } = this.#options
    inspect(error, {
      requestId: request?.requestId,
      mayBeHandled: direct,
      call: {
        tool: this.#record.name ?? '',
        origin: this.#origin,
        guard: this.#guard,
        effect: this.#record.definition.effect,
        input: this.#checked === undefined ? this.#input : this.#checked.value,
        isChecked: this.#checked !== undefined,
      },
    })
  }

  /** Whether guards bind this call: an agent's, or one that an agent proposed. */
  get #contained(): boolean {
    return this.#origin === 'agent' || this.#options.approval !== undefined
  }

  async #decideGuard(input: unknown): Promise<void> {
    const { guard } = this.#record.definition
    if (typeof guard !== 'function') return
    const origin = this.#options.approval === undefined ? this.#origin : 'agent'
    const decided = await this.#runAppCode(() => guard({ input, ctx: this.#ctx, origin }))
    // `undefined` is no decision, so that a slip in app code opens nothing to agents.
    this.#guard = decided === undefined ? 'forbidden' : this.#tighten(toGuard(decided))
    if (this.#guard === 'forbidden' && this.#contained) throw this.#forbidden()
  }

  /** What cannot be undone is not done on the word of a page that an agent has read (decisions: Dispatch, effect). */
  #tighten(guard: Guard): Guard {
    const { effect } = this.#record.definition
    return guard === 'auto' && effect === 'irreversible' && this.#tainted ? 'confirm' : guard
  }

  get #tainted(): boolean {
    return this.#options.tainted === true && this.#origin === 'agent'
  }

  async #park(input: unknown): Promise<void> {
    if (this.#host.isRender) throw this.#forbidden()
    if (this.#options.direct && !this.#options.parks)
      throw new FwIntentError(this.#record.name ?? '', { message: this.#needsPerson() })
    if (this.#host.park === undefined)
      throw new FwError('unavailable', { message: 'This call needs approval, and there is no server here to keep it.' })
    const tool = this.#record.name ?? ''
    const parked = await this.#host.park({ tool, input, ctx: this.#ctx, origin: this.#origin })
    this.parked = parked
    this.proposal = parked.id
    this.value = parked
    this.wire = parked
  }

  #needsPerson(): string {
    const tool = this.#record.name ?? 'This api'
    return `${tool} needs a person's approval, so it does not run inside another tool that an agent called, approved or not. Let the agent call ${tool} itself, or move what both tools do into a function that isn't an api.`
  }

  /** Calls `run`, and limits its time where the definition does. */
  #start(input: unknown): unknown {
    const { definition } = this.#record
    const { timeoutMs } = definition
    const late = timeoutMs === undefined ? undefined : new AbortController()
    const frame = new CallFrame(input, this.#ctx, this.#options.request, late)
    const answer = this.#runAppCode(() => definition.run(frame), frame)
    return timeoutMs === undefined || late === undefined ? answer : within(timeoutMs, late, answer)
  }

  /** Runs a function of the app, so that its direct calls belong to this call. */
  #runAppCode<Result>(work: () => Result, call?: CallFrame): Result {
    const current = {
      ctx: this.#ctx,
      // An approval covers the call that the approver read: calls inside it keep the origin of the agent that asked.
      origin: this.#contained ? ('agent' as const) : this.#origin,
      tainted: this.#tainted,
      host: this.#host,
      requestId: this.#options.request?.requestId,
      call,
    }
    return withCurrent(current, work)
  }

  async #startForm(input: unknown): Promise<unknown> {
    let result: unknown
    try {
      result = await this.#start(input)
    } catch (error) {
      const redirect = asRedirect(error)
      if (redirect === undefined) throw error
      this.#redirected = true
      this.leadsTo = redirect.location
      return undefined
    }
    this.leadsTo = this.#whereTo({ input, result, ctx: this.#ctx })
    return result
  }

  /** The call has run: where its form leads cannot make a failure of it any more. */
  #whereTo(call: Parameters<NonNullable<ApiRecord['definition']['leadsTo']>>[0]): string | undefined {
    const { leadsTo } = this.#record.definition
    try {
      return leadsTo && pathOfApp(this.#runAppCode(() => leadsTo(call)))
    } catch (err) {
      const redirect = asRedirect(err)
      if (redirect !== undefined) return redirect.location
      const requestId = this.#options.request?.requestId
      this.#host.log.error(`leadsTo of ${this.#record.name} failed: the form leads to its own page.`, {
        err,
        requestId,
      })
      this.#host.inspect?.(err, { requestId })
      return undefined
    }
  }

  /** Output checked and written in one walk, where it is plain data as declared. Whatever else it is, the long way says. */
  #write(output: Validator | undefined): boolean {
    if (output?.stringify === undefined) return false
    const wire = output.encode === undefined ? this.value : output.encode(this.value)
    try {
      this.json = output.stringify(wire)
    } catch {
      return false
    }
    if (this.json === undefined) return false
    this.wire = wire
    return true
  }

  /** Here and not at the edge, so that what cannot be sent fails the call before it is audited. */
  #toJson(wire: unknown): string | undefined {
    try {
      return JSON.stringify(wire)
    } catch (error) {
      const [reason] = getMessage(error).split('\n')
      throw new TypeError(`${this.#record.name ?? 'An api'} answered what JSON cannot carry: ${reason}`)
    }
  }

  #forbidden(): FwIntentError {
    const tool = this.#record.name ?? 'This api'
    if (!this.#host.isRender) return new FwIntentError(tool)
    return new RenderRefusal(tool, {
      message: `${tool} may not run while a page renders for an agent. Call it from an intent or a form, or let the agent call it itself.`,
    })
  }

  /** `ok` is told apart from `error`: undefined can be thrown too. */
  #end(ok: boolean, error: unknown): void {
    const parked = this.parked
    this.#span?.end({
      guard: this.#guard,
      code: ok ? (parked === undefined ? 'ok' : 'proposal') : (describeFailure(error).code ?? 'internal'),
      input: this.#input,
      result: this.value,
      parked,
      approves: this.#options.approval?.proposal,
    })
  }

  #audit(ok: boolean, error: unknown): void {
    if (this.#span !== undefined) this.#end(ok, error)
    const sink = this.#host.audit
    if (sink === undefined) return
    const entry: OpenAuditEntry = {
      tool: this.#record.name ?? '',
      origin: this.#origin,
      guard: this.#guard,
      ok,
      input: this.#input,
      at: this.#at,
      durationMs: performance.now() - this.#started,
    }
    const agent = this.#ctx.agent?.verified ? this.#ctx.agent.keyId : this.#options.approval?.agent
    if (agent !== undefined) entry.agent = agent
    if (this.proposal !== undefined) entry.proposal = this.proposal
    const requestId = this.#options.request?.requestId
    if (requestId !== undefined) entry.requestId = requestId
    if (this.#tainted) entry.tainted = true
    if (!ok) Object.assign(entry, describeFailure(error))
    sink(entry, this.#ctx)
  }
}

const NO_OPTIONS: DispatchOptions = {}
const NO_REQUEST: CallRequest = {}

/** A form has been told where to go by now, and pages that call an api directly go there themselves. */
function withoutRedirect(thrown: unknown, name = 'An api'): unknown {
  const redirect = asRedirect(thrown)
  if (redirect === undefined) return thrown
  return new TypeError(
    `${name} answered with redirect("${redirect.location}"), which only forms follow. Return a value, and say in leadsTo where a form leads.`,
  )
}

/** Whether every scope is held. Absent `ctx.scopes` holds none. */
export function inScope(scopes: readonly string[] | undefined, ctx: Ctx): boolean {
  if (scopes === undefined || scopes.length === 0) return true
  const held: unknown = ctx.scopes
  return Array.isArray(held) && scopes.every((scope) => held.includes(scope))
}

/** The guard that lists show: for a guard function its ceiling. */
export function manifestGuard(record: ApiRecord): Guard {
  const { guard, maxGuard } = record.definition
  return toGuard(typeof guard === 'function' ? (maxGuard ?? 'confirm') : guard)
}

/** What the audit says of a failure. */
export function describeFailure(error: unknown): Pick<AuditEntry, 'error' | 'code' | 'issues'> {
  const known = asFwError(error)
  if (known === undefined) return { error: `Error: ${getMessage(error)}`, code: 'internal' }
  const { message, code, issues } = known
  return { error: message, code, ...(issues === undefined ? {} : { issues }) }
}
