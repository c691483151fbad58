/** Reads the input of an api at its own address: the parameters of its path with the query, or with a JSON body. */
import type { ApiRoute } from '#api/api-route.ts'
import { listParams, readsQuery } from '#contract/http/api-address.ts'
import { FwError } from '#contract/http/error.ts'
import { InputRefusal } from '#contract/http/input-refusal.ts'
import type { FwRequest } from '#contract/http/request.ts'
import { isRecord } from '#contract/is-object.ts'
import type { Params } from '#contract/page/page.ts'
import { fieldSteps } from '#contract/schema/field-steps.ts'
import type { JsonSchema } from '#contract/schema/json-schema.ts'
import { acceptsList, decodeQuery } from '#forms/decode-form.ts'
import type { PostedField } from '#forms/field-tree.ts'
import { readFields } from '#forms/read-fields.ts'
import { readJson } from './read-body.ts'

const MAX_FIELDS = 1_000

/**
 * Returns the wire input. Strings of the path and the query are converted by the schema, as those of forms are; values that
 * don't match are left to the validator.
 *
 * @throws FwError `invalid_input` for a parameter of the path that is elsewhere in the request.
 */
export async function readRouteInput(
  request: FwRequest,
  { method, segments }: ApiRoute,
  params: Params,
  schema: JsonSchema,
): Promise<unknown> {
  const fromPath = listFields(params, schema)
  const names = listParams(segments)
  if (readsQuery(method)) {
    if (method === 'DELETE') await refuseBody(request)
    const fields = readFields(request.query, { maxFields: MAX_FIELDS })
    refuseParams(
      names,
      fields.map(({ name }) => String(fieldSteps(name)[0])),
    )
    return decodeQuery(schema, [...fromPath, ...fields])
  }
  const body = await readJson(request)
  // The validator refuses a body that isn't an object.
  if (names.length === 0 || !isRecord(body)) return body
  refuseParams(names, Object.keys(body))
  return { ...body, ...(decodeQuery(schema, fromPath) as object) } // fields make an object
}

/** Also an optional parameter that the path leaves out: checks of the path, such as middleware, must see its value. */
function refuseParams(names: readonly string[], sent: readonly string[]): void {
  const found = names.filter((name) => sent.includes(name))
  if (found.length === 0) return
  throw new InputRefusal(
    found.map((path) => ({ path, message: 'is part of the path, and must not be sent elsewhere' })),
  )
}

/** The segments of a rest parameter are a list where the schema has one, or else joined with `/`. */
function listFields(params: Params, schema: JsonSchema): readonly PostedField[] {
  return Object.entries(params).flatMap(([name, value]) =>
    acceptsList(schema, name) ? value.split('/').map((part) => ({ name, value: part })) : [{ name, value }],
  )
}

/** An input in the body would be ignored. */
async function refuseBody(request: FwRequest): Promise<void> {
  if ((await request.text()) === '') return
  throw new FwError('invalid_request', { message: 'DELETE has its input in the path and the query, not in a body.' })
}
