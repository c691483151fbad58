/**
 * The dispatch pipeline: access, scopes, forbidden, input, guard, proposal or run, output, audit of every outcome. HTTP, direct
 * calls, `invokeApi`, MCP and approvals use it; no other code calls `run`.
 */

import type { ParkedResult } from '#contract/agent/proposal.ts'
import type { Ctx, Guard, Origin } from '#contract/api.ts'
import type { Inspect } from '#contract/config/inspect.ts'
import type { CallSpan } from '#contract/config/telemetry.ts'
import { FwError, FwIntentError } from '#contract/http/error.ts'
import { refuseInput } from '#contract/http/input-refusal.ts'
import { isUnexpected } from '#contract/http/thrown-error.ts'
import { toGuard } from '#contract/known-guard.ts'
import { asRedirect, pathOfApp } from '#contract/page/navigation.ts'
import { RenderRefusal } from '#contract/page/render-refusal.ts'
import { getRequiredScopes } from '#contract/required-scopes.ts'
import type { Validator } from '#contract/schema/validation.ts'
import { admitCaller, admitInput } from './access.ts'
import { CallFrame, type CallRequest, within } from './call-frame.ts'
import { describeNeededApproval, inScope, manifestGuard } from './caller-rights.ts'
import { withCurrent } from './current.ts'
import { describeFailure } from './describe-failure.ts'
import type {
  CallResult,
  DispatchOutcome,
  FormDispatchOutcome,
  PendingResult,
  Receiver,
  RepeatedForm,
} from './dispatch-outcome.ts'
import type { CallHost, OpenAuditEntry } from './host.ts'
import { invalidateTags, noteReadTags } from './invalidate-tags.ts'
import { type ApiRecord, getContract } from './record.ts'
import { toJson, toWire, wireInput } from './wire-values.ts'
import { withoutRedirect } from './without-redirect.ts'

/** The approved proposal that this dispatch runs. */
interface Approval {
  readonly proposal: string
  /** Key id of the agent that made the call. */
  readonly agent?: string
}

export interface DispatchOptions {
  /** Provides the caller's signal, which is read only if `run` reads its own, because creating one takes time. */
  readonly request?: CallRequest
  /** A user has approved the call: `confirm` doesn't hold it back; `forbidden` still applies. */
  readonly approval?: Approval
  /** The agent that calls, or that proposed the approved call, has read untrusted content (see `effect`). */
  readonly tainted?: boolean
}

/** A validated result of `run`. */
type Written = Pick<CallResult, 'wire' | 'json'>

/** The result of a form's `run`, or its redirect. */
interface FormResult {
  readonly value?: unknown
  readonly leadsTo?: string | undefined
  readonly redirect?: string
}

/** A call of an API, which runs once. */
export class Dispatch {
  readonly #record: ApiRecord
  readonly #ctx: Ctx
  readonly #origin: Origin
  readonly #host: CallHost
  readonly #options: DispatchOptions
  /** Read only if there is an audit, because two clock readings for every call take time. */
  readonly #at: number
  readonly #started: number
  readonly #span: CallSpan | undefined
  #guard: Guard
  #input: unknown
  /** The input of `run`, for reports of a failure. */
  #checked: { readonly value: unknown } | undefined
  #admitted = false
  /** Whether `access` reads the input, and so decides after its validation. */
  #needsInput = false
  #receiver: Receiver = 'client'
  #repeats: RepeatedForm | undefined
  /** Id of the proposal that this call created or executes. */
  #proposal: string | undefined
  /** The validated result of `run`, or the created proposal, for telemetry. */
  #value: unknown
  #parked: ParkedResult | undefined

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
    this.#proposal = options.approval?.proposal
  }

  /** Checks access, scopes and `forbidden`, unless they depend on the body. Throws `FwError`. */
  admit(): void {
    if (this.#admitted) return
    this.#admitted = true
    const { access, guard, effect } = this.#record.definition
    const isFixed = typeof guard !== 'function'
    if (!isFixed || toGuard(guard) !== 'auto' || effect !== undefined) this.#noteOriginUse()
    if (access !== undefined && access !== 'public') this.#admitCaller()
    if (!inScope(getRequiredScopes(this.#record.definition), this.#ctx)) throw this.refuse(new FwError('out_of_scope'))
    if (isFixed && toGuard(guard) === 'forbidden' && this.#contained) throw this.refuse(this.#forbidden())
  }

  /** Checks the caller by the definition's `access`. */
  #admitCaller(): void {
    try {
      this.#needsInput = this.#runAppCode(() => admitCaller(this.#record, this.#ctx, this.#host.findUser))
    } catch (error) {
      throw this.refuse(error)
    }
  }

  /**
   * Reports that the outcome depends on the origin. If the result would be shared, the caller's own render makes the call
   * again.
   */
  #noteOriginUse(): void {
    try {
      this.#host.onOriginUse?.()
    } catch (error) {
      if (this.#span !== undefined) this.#end(false, error)
      throw error
    }
  }

  /** Records that the call failed before or outside `run` (such as a body that isn't JSON), and returns the error. */
  refuse<Failure>(error: Failure): Failure {
    this.#audit(false, error)
    return error
  }

  /**
   * Runs the rest of the pipeline for a client, with a wire input. Throws `FwError`, or the error of `run`.
   */
  run(given: unknown): Promise<DispatchOutcome> {
    return this.#observe(given) as Promise<DispatchOutcome> // only forms have other outcomes
  }

  /** Runs the rest of the pipeline for a function call on the server, with its values. */
  runForCode(given: unknown, receiver: 'code' | 'waiting code'): Promise<DispatchOutcome> {
    this.#receiver = receiver
    return this.#observe(given) as Promise<DispatchOutcome> // only forms have other outcomes
  }

  /** Runs the rest of the pipeline for a form, with a wire input. */
  runForForm(given: unknown, repeats?: RepeatedForm): Promise<FormDispatchOutcome> {
    this.#receiver = 'form'
    this.#repeats = repeats
    return this.#observe(given)
  }

  #observe(given: unknown): Promise<FormDispatchOutcome> {
    return this.#span === undefined ? this.#run(given) : this.#span.within(() => this.#run(given))
  }

  async #run(given: unknown): Promise<FormDispatchOutcome> {
    this.#input = given
    this.admit()
    let outcome: FormDispatchOutcome
    try {
      const contract = this.#record.contract ?? (await getContract(this.#record))
      const input = this.#isCode && contract.input.encode !== undefined ? contract.input.encode(given) : given
      const { input: validator } = contract
      const pending = validator.foreign ? this.#runAppCode(() => validator.parse(input)) : validator.parse(input)
      // Only validators of third-party schemas return a promise. Awaiting other values would delay every call by a turn.
      const checked = pending instanceof Promise ? await pending : pending
      if (checked.issues !== undefined) throw refuseInput(validator, checked.issues)
      if (this.#host.inspect !== undefined) this.#checked = checked
      if (this.#needsInput)
        this.#runAppCode(() => admitInput(this.#record, this.#ctx, checked.value, this.#host.findUser))
      if (typeof this.#record.definition.guard === 'function') await this.#decideGuard(checked.value)
      const repeats = this.#repeats
      const isHeld = this.#guard === 'confirm' && this.#origin === 'agent' && this.#options.approval === undefined
      if (isHeld && repeats !== 'proposal') outcome = await this.#park(wireInput(contract.input, input, checked.value))
      else if (repeats !== undefined) outcome = { kind: 'checked', isHeld }
      else {
        const noted = this.#record.definition.tags === undefined ? undefined : this.#noteTags(checked.value)
        if (noted !== undefined) await noted
        const form = this.#receiver === 'form' ? await this.#startForm(checked.value) : undefined
        this.#value = form === undefined ? await this.#start(checked.value) : form.value
        if (this.#record.definition.invalidates !== undefined)
          await this.#runAppCode(() => invalidateTags(this.#record, checked.value, this.#host.log))
        if (form?.redirect !== undefined) outcome = { kind: 'redirect', location: form.redirect }
        else {
          const sent = this.#write(contract.output) ?? this.#writeSlowly(contract.output)
          const { wire, json } = sent instanceof Promise ? await sent : sent
          outcome = { kind: 'result', value: this.#value, wire, json, leadsTo: form?.leadsTo }
        }
      }
    } catch (thrown) {
      const error = this.#isCode ? thrown : withoutRedirect(thrown, this.#record.name)
      if (this.#host.inspect !== undefined) this.#inspect(this.#host.inspect, error)
      throw this.refuse(error)
    }
    this.#audit(true, undefined)
    return outcome
  }

  /** Whether code receives the outcome. */
  get #isCode(): boolean {
    return this.#receiver === 'code' || this.#receiver === 'waiting code'
  }

  #inspect(inspect: Inspect, error: unknown): void {
    if (!isUnexpected(error)) return
    const { request } = this.#options
    const call = {
      tool: this.#record.name ?? '',
      origin: this.#origin,
      guard: this.#guard,
      effect: this.#record.definition.effect,
      input: this.#checked === undefined ? this.#input : this.#checked.value,
      isChecked: this.#checked !== undefined,
    }
    this.#runAppCode(() =>
      inspect(error, { requestId: request?.requestId, mayBeHandled: this.#isCode || undefined, call }),
    )
  }

  /** Whether guards apply to this call: an agent's call, or one that an agent proposed. */
  get #contained(): boolean {
    return this.#origin === 'agent' || this.#options.approval !== undefined
  }

  async #decideGuard(input: unknown): Promise<void> {
    const { guard } = this.#record.definition
    if (typeof guard !== 'function') return
    const origin = this.#options.approval === undefined ? this.#origin : 'agent'
    const decided = await this.#runAppCode(() => guard({ input, ctx: this.#ctx, origin }))
    // `undefined` isn't a decision, so that a mistake in app code doesn't allow agents anything.
    this.#guard = decided === undefined ? 'forbidden' : this.#tighten(toGuard(decided))
    if (this.#guard === 'forbidden' && this.#contained) throw this.#forbidden()
  }

  /** Irreversible calls need approval if an agent has read untrusted content. */
  #tighten(guard: Guard): Guard {
    const { effect } = this.#record.definition
    return guard === 'auto' && effect === 'irreversible' && this.#tainted ? 'confirm' : guard
  }

  get #tainted(): boolean {
    return this.#options.tainted === true && this.#contained
  }

  async #park(input: unknown): Promise<PendingResult> {
    if (this.#host.isRender) throw this.#forbidden()
    if (this.#receiver === 'code')
      throw new FwIntentError(this.#record.name ?? '', {
        message: describeNeededApproval(this.#record, this.#tainted),
      })
    if (this.#host.park === undefined)
      throw new FwError('unavailable', {
        message: 'This call needs approval, but no server is running to store the proposal.',
      })
    const tool = this.#record.name ?? ''
    const caller = { ctx: this.#ctx, origin: this.#origin, tainted: this.#tainted }
    const { park } = this.#host
    const parked = await this.#runAppCode(() => park({ tool, input, ...caller }))
    this.#parked = parked
    this.#proposal = parked.id
    this.#value = parked
    return { kind: 'pending', wire: parked, json: JSON.stringify(parked) }
  }

  #noteTags(input: unknown): Promise<void> | undefined {
    const runAppCode = <Result>(work: () => Result): Result => this.#runAppCode(work)
    return noteReadTags(this.#record, { input, ctx: this.#ctx, log: this.#host.log, runAppCode })
  }

  /** Calls `run`, with the definition's time limit. */
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
      // An approval covers only the call that the approver read: calls inside it retain the origin of the agent.
      origin: this.#contained ? ('agent' as const) : this.#origin,
      tainted: this.#tainted,
      host: this.#host,
      requestId: this.#options.request?.requestId,
      call,
    }
    return withCurrent(current, work)
  }

  async #startForm(input: unknown): Promise<FormResult> {
    let value: unknown
    try {
      value = await this.#start(input)
    } catch (error) {
      const redirect = asRedirect(error)
      if (redirect === undefined) throw error
      return { redirect: redirect.location }
    }
    return { value, leadsTo: this.#callLeadsTo({ input, result: value, ctx: this.#ctx }) }
  }

  /** The call has run, so an error in `leadsTo` must not turn it into a failure. */
  #callLeadsTo(call: Parameters<NonNullable<ApiRecord['definition']['leadsTo']>>[0]): string | undefined {
    const { leadsTo } = this.#record.definition
    try {
      return leadsTo && pathOfApp(this.#runAppCode(() => leadsTo(call)))
    } catch (err) {
      const redirect = asRedirect(err)
      if (redirect !== undefined) return redirect.location
      const requestId = this.#options.request?.requestId
      this.#host.log.error(`leadsTo of ${this.#record.name} failed. The form redirects to its own page.`, {
        err,
        requestId,
      })
      this.#host.inspect?.(err, { requestId })
      return undefined
    }
  }

  /** Validates and serializes the result in one pass if it is plain data as declared. Other results use the slow path. */
  #write(output: Validator | undefined): Written | undefined {
    if (output?.stringify === undefined || this.#isCode) return undefined
    const wire = output.encode === undefined ? this.#value : output.encode(this.#value)
    try {
      const json = output.stringify(wire)
      return json === undefined ? undefined : { wire, json }
    } catch {
      return undefined
    }
  }

  #writeSlowly(output: Validator | undefined): Written | Promise<Written> {
    const { requestId } = this.#options.request ?? NO_REQUEST
    const validate = () => toWire(this.#record.name, output, this.#value, this.#host, requestId)
    const toWritten = (wire: unknown): Written => ({
      wire,
      json: this.#isCode ? undefined : toJson(this.#record.name, wire),
    })
    const wire = output?.foreign ? this.#runAppCode(validate) : validate()
    return wire instanceof Promise ? wire.then(toWritten) : toWritten(wire)
  }

  #forbidden(): FwIntentError {
    const tool = this.#record.name ?? 'This api'
    if (!this.#host.isRender) return new FwIntentError(tool)
    return new RenderRefusal(tool, {
      message: `${tool} may not run while a page renders for an agent. Call it from an intent or a form, or let the agent call it itself.`,
    })
  }

  /** Ends the span. `ok` is separate from `error`, because undefined can be thrown too. */
  #end(ok: boolean, error: unknown): void {
    const parked = this.#parked
    const code = ok ? (parked === undefined ? 'ok' : 'proposal') : (describeFailure(error).code ?? 'internal')
    const outcome = { guard: this.#guard, code, input: this.#input, result: this.#value, parked }
    // The app's `redact` runs in it.
    this.#runAppCode(() => this.#span?.end({ ...outcome, approves: this.#options.approval?.proposal }))
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
    if (this.#proposal !== undefined) entry.proposal = this.#proposal
    const requestId = this.#options.request?.requestId
    if (requestId !== undefined) entry.requestId = requestId
    if (this.#tainted) entry.tainted = true
    if (!ok) Object.assign(entry, describeFailure(error))
    sink(entry, this.#ctx)
  }
}

const NO_OPTIONS: DispatchOptions = {}
const NO_REQUEST: CallRequest = {}
