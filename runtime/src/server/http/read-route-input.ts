/** Reads the input of an api at its own address: the parameters of its path with the query, or with a JSON body. */
import type { ApiRoute } from '#api/api-route.ts'
import { readsQuery } from '#contract/http/api-address.ts'
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
 * @throws FwError `invalid_input` for a name that the path and the rest of the request both have.
 */
export async function readRouteInput(
  request: FwRequest,
  { method }: ApiRoute,
  params: Params,
  schema: JsonSchema,
): Promise<unknown> {
  const fromPath = listFields(params, schema)
  if (readsQuery(method)) {
    if (method === 'DELETE') await refuseBody(request)
    const fields = readFields(request.query, { maxFields: MAX_FIELDS })
    refuseRepeated(
      fields.map(({ name }) => String(fieldSteps(name)[0])),
      params,
    )
    return decodeQuery(schema, [...fromPath, ...fields])
  }
  const body = await readJson(request)
  // The validator refuses a body that isn't an object.
  if (fromPath.length === 0 || !isRecord(body)) return body
  refuseRepeated(Object.keys(body), params)
  return { ...body, ...(decodeQuery(schema, fromPath) as object) } // fields make an object
}

function refuseRepeated(names: readonly string[], params: Params): void {
  const repeated = [...new Set(names)].filter((name) => Object.hasOwn(params, name))
  if (repeated.length === 0) return
  throw new InputRefusal(repeated.map((path) => ({ path, message: 'is part of the path, and must not be sent again' })))
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
