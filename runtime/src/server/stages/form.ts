/** A form of an API, posted to the page that contains it: the same dispatch as for any other call. */
import { createHash } from 'node:crypto'
import { findCtxHeaders } from '#api/ctx.ts'
import { Dispatch } from '#api/dispatch.ts'
import type { RepeatedForm } from '#api/dispatch-outcome.ts'
import { getContract } from '#api/record.ts'
import type { Ctx } from '#contract/api.ts'
import { ERRORS, FwError } from '#contract/http/error.ts'
import { InputRefusal } from '#contract/http/input-refusal.ts'
import { DOCUMENT_HEADER, FORM_HEADER, PROPOSALS_PATH } from '#contract/http/path.ts'
import type { FwReply, FwRequest } from '#contract/http/request.ts'
import { isUnexpected } from '#contract/http/thrown-error.ts'
import { LIVE_READS_HEADER } from '#contract/live/wire.ts'
import {
  FORM_KEY,
  FORM_ORIGIN,
  FORM_PREFIX,
  FORM_TAINTED,
  FORM_TOOL,
  isKept,
  type RefusedForm,
} from '#contract/page/form.ts'
import { Redirect } from '#contract/page/navigation.ts'
import type { Validator } from '#contract/schema/validation.ts'
import { digestText } from '#digest/digest-text.ts'
import { decodeForm } from '#forms/decode-form.ts'
import type { PostedField } from '#forms/field-tree.ts'
import { FormLimitError } from '#forms/form-limits.ts'
import type { FormOutcome } from '#forms/run-once.ts'
import { writeIssues } from '#forms/write-issues.ts'
import { getSite } from '#identity/cross-site.ts'
import { readCookies } from '#wire/cookie.ts'
import type { Exchange } from '../http/exchange.ts'
import { toFwError } from '../http/failure.ts'
import { readPostedForm } from '../http/read-body.ts'
import { createRedirect, errorReply, jsonReply } from '../http/reply.ts'
import { createUnknownTool, refuseStaleClient } from '../http/stale-client.ts'
import { writeChangedReads } from '../live/changed-reads.ts'
import { changesUser } from '../live/end-replaced-streams.ts'
import { localizeTarget } from '../pages/localize-target.ts'

/**
 * Renders the page of the form again, with the refused form, or with an error that occurred before the form could be read.
 */
export interface FormPage {
  again(form: RefusedForm, status: number): FwReply | Promise<FwReply>
  failed(error: unknown): FwReply | Promise<FwReply>
}

/** Handles a form. Returns undefined for a form that names no tool, because it isn't a form of an API. */
export async function formReply(request: FwRequest, exchange: Exchange, page: FormPage): Promise<FwReply | undefined> {
  const asJson = wantsJson(request)
  let read: readonly PostedField[] | undefined
  let ctx: Ctx
  try {
    // A form needs no preflight request, so the browser's headers must prove that the request comes from our own page.
    if (getSite(request) !== 'same') throw new FwError('cross_site_denied')
    // Only the outer request has the body; a request with another path has a copy of it.
    read = await readPostedForm(exchange.request, exchange.app.policy.formLimits)
    readMarks(exchange, read)
    if (readField(read, FORM_TOOL) === undefined) return undefined
    ctx = await exchange.ctx()
  } catch (error) {
    // The part that wasn't read may contain the marks of an agent.
    if (read === undefined) exchange.mark({ isAgent: true, isTainted: true })
    const sent = error instanceof FormLimitError ? error.fields : []
    const id = readField(sent, FORM_TOOL)
    // The readable fields aren't lost: the page shows the error, and the other submitted values.
    if (!asJson && id !== undefined && error instanceof FwError)
      return page.again(createRefusedForm(id, sent, error), error.status)
    if (!asJson) return page.failed(error)
    if (error instanceof Redirect)
      return jsonReply(200, { ok: true, location: localizeTarget(error.location, exchange) })
    return errorReply(toFwError(error, exchange.app, exchange.requestId))
  }
  const fields = read
  const id = readField(fields, FORM_TOOL) ?? ''
  try {
    const outcome = await runForm(exchange, ctx, fields)
    sendCookies(request, ctx, outcome)
    const headers = await createDocumentHeader(exchange, ctx)
    if (!asJson) return withHeaders(createRedirect(303, outcome.location), headers)
    const { json } = outcome
    const location = JSON.stringify(localizeTarget(outcome.location, exchange))
    const reads = request.header(LIVE_READS_HEADER)
    const changed = reads === undefined ? '' : await writeChangedReads(exchange, ctx, reads)
    return {
      ...withHeaders(jsonReply(200, null), headers),
      body: `{"ok":true,"result":${json ?? 'null'},"location":${location}${changed}}`,
    }
  } catch (thrown) {
    if (isUnexpected(thrown)) exchange.inspect?.(thrown, {})
    const error = toFwError(thrown, exchange.app, exchange.requestId)
    const status = error.status === 400 ? 422 : error.status
    if (asJson) return { ...errorReply(error), status }
    const again = await page.again(createRefusedForm(id, fields, error), status)
    return withHeaders(again, error.headers)
  }
}

/** Returns the header for a script that shows the next page, if the form has signed a user in or out. */
async function createDocumentHeader(exchange: Exchange, ctx: Ctx): Promise<FwReply['headers'] | undefined> {
  if (exchange.request.header(FORM_HEADER) === undefined) return undefined
  const cookies = findCtxHeaders(ctx)?.getSetCookie() ?? []
  return (await changesUser(exchange, ctx, cookies)) ? { [DOCUMENT_HEADER]: '1' } : undefined
}

function withHeaders(reply: FwReply, headers: FwReply['headers'] | undefined): FwReply {
  return headers === undefined ? reply : { ...reply, headers: { ...reply.headers, ...headers } }
}

/** Runs the call, once for the key of the form. A repeated form passes the checks of the call again. */
async function runForm(exchange: Exchange, ctx: Ctx, fields: readonly PostedField[]): Promise<FormOutcome> {
  let hasRun = false
  const run = async () => {
    hasRun = true
    return (await dispatchForm(exchange, ctx, fields)).outcome
  }
  const key = readField(fields, FORM_KEY)
  if (key === undefined || !/^[\w-]{16,64}$/.test(key)) return run()
  const { app, request } = exchange
  const owner = app.policy.subjectOf(ctx)
  const repeated = { location: formPath(request), cookies: [] }
  const digest = createDigest(fields)
  const createKey = (store: string, caller: readonly unknown[]) =>
    // With its owner, so that long results of one caller don't displace those of others from a store in memory.
    `form:"${digestText(store)}":${digestText(JSON.stringify([readField(fields, FORM_TOOL), key, ...caller]))}`
  // The key is not a secret between two callers without a session: the form runs once, and only its sender receives the
  // result.
  const anonymous = createKey(request.address ?? '', [request.address, request.header('user-agent')])
  const createSent = (suffix: string) =>
    owner === undefined
      ? { key: anonymous + suffix, fields: digest, repeated }
      : {
          key: createKey(owner, [{ owner }]) + suffix,
          fields: digest,
          otherCaller: { key: anonymous + suffix, outcome: repeated },
        }
  const before = await app.data.formRuns(createSent(''), run)
  if (hasRun) return before
  const { isHeld, outcome } = await dispatchForm(exchange, ctx, fields, before.isPending ? 'proposal' : 'run')
  if (outcome.isPending) return outcome
  // The proposal was created by an agent's call. The same form from a user is a new call.
  return before.isPending && !isHeld ? app.data.formRuns(createSent(':person'), run) : before
}

function formPath({ path, query }: FwRequest): string {
  return path + (query === '' ? '' : `?${query}`)
}

function createDigest(fields: readonly PostedField[]): string {
  const hash = createHash('sha256')
  for (const { name, value } of fields) {
    const file = typeof value === 'string' ? undefined : value
    hash.update(JSON.stringify([name, file === undefined ? value : [file.filename, file.type, file.bytes.length]]))
    if (file !== undefined) hash.update(file.bytes)
  }
  return hash.digest('base64url')
}

async function dispatchForm(
  exchange: Exchange,
  ctx: Ctx,
  fields: readonly PostedField[],
  repeats?: RepeatedForm,
): Promise<{ readonly isHeld: boolean; readonly outcome: FormOutcome }> {
  const { app, request } = exchange
  const { origin, tainted } = exchange
  const [tool = ''] = (readField(fields, FORM_TOOL) ?? '').split('#')
  const record = app.records.get(tool)
  if (record === undefined) throw createUnknownTool(request)
  const call = new Dispatch(record, ctx, origin, app.host, { request: exchange, tainted })
  call.admit()
  let input: unknown
  let validator: Validator
  try {
    await refuseStaleClient(request, record)
    validator = (await getContract(record)).input
    input = decodeForm(
      validator.schema,
      fields.filter(({ name }) => !name.startsWith(FORM_PREFIX) && name !== '_charset_'),
    )
  } catch (error) {
    throw call.refuse(error)
  }
  const outcome = await call.runForForm(input, repeats).catch((error: unknown) => {
    // Agents need the issues of the validator, which describe all rules of a value.
    if (!(error instanceof InputRefusal) || exchange.origin === 'agent') throw error
    throw new InputRefusal(writeIssues(validator.formSchema ?? validator.schema, input, error.issues ?? []))
  })
  const headers = findCtxHeaders(ctx)?.getSetCookie() ?? []
  const cookies =
    headers.length === 0
      ? { cookies: [] }
      : { cookies: headers, cookiesBefore: headers.map((header) => digestCookie(request, header)) }
  if (outcome.kind === 'pending') {
    const location = `${PROPOSALS_PATH}?id=${outcome.wire.id}`
    return { isHeld: true, outcome: { location, json: outcome.json, ...cookies, isPending: true } }
  }
  if (outcome.kind === 'redirect') return { isHeld: false, outcome: { location: outcome.location, ...cookies } }
  if (outcome.kind === 'checked')
    return { isHeld: outcome.isHeld, outcome: { location: formPath(request), ...cookies } }
  return { isHeld: false, outcome: { location: outcome.leadsTo ?? formPath(request), json: outcome.json, ...cookies } }
}

/** Sends each cookie of the first response again if this response repeats it, unless the cookie has changed since then. */
function sendCookies(request: FwRequest, ctx: Ctx, { cookies, cookiesBefore }: FormOutcome): void {
  if (cookies.length === 0) return
  const own = ctx.headers.getSetCookie()
  for (const [index, cookie] of cookies.entries()) {
    const isUnchanged = cookiesBefore?.[index] === digestCookie(request, cookie)
    if (isUnchanged && !own.includes(cookie)) ctx.headers.append('set-cookie', cookie)
  }
}

/** Digests the values that a request has for the cookie of a `set-cookie` header. */
function digestCookie(request: FwRequest, header: string): string {
  const values = readCookies(request.header('cookie'), header.slice(0, header.indexOf('=')).trim())
  return digestText(JSON.stringify(values))
}

/**
 * A browser sends no custom headers with a form. The page that renders again has the same marks. Another field of the same
 * name doesn't hide a mark.
 */
function readMarks(exchange: Exchange, fields: readonly PostedField[]): void {
  const hasField = (name: string, value: string) => fields.some((field) => field.name === name && field.value === value)
  exchange.mark({ isAgent: hasField(FORM_ORIGIN, 'agent'), isTainted: hasField(FORM_TAINTED, '1') })
}

function createRefusedForm(form: string, fields: readonly PostedField[], error: FwError): RefusedForm {
  const values: Record<string, string[]> = Object.create(null) as Record<string, string[]> // names are anything
  for (const { name, value } of fields) {
    if (typeof value !== 'string' || name.startsWith(FORM_PREFIX) || !isKept(name)) continue
    values[name] ??= []
    values[name].push(value)
  }
  const { code, issues = [], message } = error
  const isGeneral = code === 'invalid_input' && message === ERRORS.invalid_input.text
  return { form, values, error: isGeneral ? 'Please check the fields marked below.' : message, code, issues }
}

function readField(fields: readonly PostedField[], name: string): string | undefined {
  const value = fields.find((field) => field.name === name)?.value
  return typeof value === 'string' ? value : undefined
}

/** Scripts accept JSON; a browser's own form posts accept HTML. */
function wantsJson(request: FwRequest): boolean {
  const accept = request.header('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}
