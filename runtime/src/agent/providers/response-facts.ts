/** The members of a provider's response by which its support finds the request. */
import type { ModelReply, ResponseFacts } from '#contract/agent/model.ts'
import { isRecord } from '#contract/is-object.ts'
import { toText } from './format.ts'

/** Anthropic sends the first, OpenAI and most compatible servers the second, Azure and Bedrock the others. */
const ID_HEADERS = ['request-id', 'x-request-id', 'apim-request-id', 'x-amzn-requestid']

const MAX_ID = 200

/** Returns the status and the request id of a response. `status` is undefined if it isn't known. */
export function toResponseFacts(status: number | undefined, headers: Pick<Headers, 'get'>): ResponseFacts {
  const id = ID_HEADERS.map((name) => headers.get(name)).find((value) => value !== null)
  return { ...(status !== undefined && { status }), ...(id && { requestId: id.slice(0, MAX_ID) }) }
}

/** Returns the id of a reply from its body or from one of its events: its place differs between the wire formats. */
export function findResponseId(data: unknown): Pick<ModelReply, 'responseId'> {
  if (!isRecord(data)) return {}
  const { id, responseId, message, response } = data
  const inner = isRecord(message) ? message : isRecord(response) ? response : {}
  const found = toText(id) || toText(responseId) || toText(inner.id)
  return found === '' ? {} : { responseId: found.slice(0, MAX_ID) }
}
