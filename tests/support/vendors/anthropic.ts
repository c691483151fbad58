/** Anthropic's Messages API as it documents itself. */
import { createHash } from 'node:crypto'
import { signThinking } from '../../../runtime/src/testing/wires/wire-writer.ts'
import {
  countBytes,
  countTokens,
  type Fields,
  findFirst,
  type RuleCheck,
  readBearer,
  readImageType,
  toFields,
  toList,
  type VendorRequest,
} from './refusal.ts'
import { getLimit, type RuleOf } from './rules.ts'
import { countMembers, countOptional, countUnions, findAnthropicFault } from './strict-schemas.ts'

export const ANTHROPIC_CHECKS: Readonly<Record<RuleOf<'anthropic'>, RuleCheck>> = {
  'anthropic/key': (request) =>
    readBearer(request) === '' && request.headers['x-api-key'] === undefined
      ? { status: 401, type: 'authentication_error', message: 'x-api-key header is required' }
      : undefined,
  'anthropic/version': ({ headers }) =>
    VERSIONS.has(String(headers['anthropic-version']))
      ? undefined
      : `anthropic-version: "${String(headers['anthropic-version'] ?? '')}" is not a valid version`,
  'anthropic/size': (request) =>
    countBytes(request) > getLimit('anthropic/size')
      ? { status: 413, type: 'request_too_large', message: 'Request exceeds the maximum allowed number of bytes.' }
      : undefined,
  'anthropic/sampling': ({ body, headers }) => {
    const field = ['temperature', 'top_p', 'top_k'].find((name) => name in body)
    if (field === undefined) return undefined
    return headers['anthropic-version'] === '2026-10-21'
      ? `${field}: Extra inputs are not permitted`
      : `\`${field}\` is deprecated for this model.`
  },
  'anthropic/fields': ({ body }) => {
    const field = Object.keys(body).find((name) => !FIELDS.has(name))
    return field && `${field}: Extra inputs are not permitted`
  },
  'anthropic/max-tokens': ({ body, model }) => {
    const most = getLimit('anthropic/max-tokens')
    if (typeof body.max_tokens !== 'number') return 'max_tokens: Field required'
    if (body.max_tokens <= most) return undefined
    return `max_tokens: ${body.max_tokens} > ${most}, which is the maximum allowed number of output tokens for ${model}`
  },
  'anthropic/thinking': ({ body, model }) => {
    const { type } = toFields(body.thinking)
    if (!NEWEST.test(model) || (type !== 'disabled' && type !== 'enabled')) return undefined
    const instead = model.startsWith('claude-sonnet') ? 'thinking.type.between_tools' : 'thinking.type.adaptive'
    return `"thinking.type.${type}" is not supported for this model. Use "${instead}" and "output_config.effort" to control thinking behavior.`
  },
  'anthropic/tool-choice': ({ body, model }) => {
    const { type } = toFields(body.tool_choice)
    return NEWEST.test(model) && (type === 'any' || type === 'tool')
      ? 'tool_choice: type "tool" and "any" are not supported for this model'
      : undefined
  },
  'anthropic/prefill': ({ body }) =>
    toList(body.messages).at(-1)?.role === 'user' || isPaused(body.messages)
      ? undefined
      : 'This model does not support assistant message prefill. The conversation must end with a user message.',
  'anthropic/text': (request) =>
    findBlock(request, ({ type, text }) =>
      type === 'text' && String(text).trim() === ''
        ? 'messages: text content blocks must contain non-whitespace text'
        : undefined,
    ),
  'anthropic/results': ({ body }) => {
    const turns = listTurns(body.messages)
    return findFirst(turns, ({ role, blocks }, index) => {
      if (role !== 'assistant') return undefined
      const results = new Set((turns[index + 1]?.blocks ?? []).map(({ tool_use_id }) => tool_use_id))
      const missing = blocks.find(({ type, id }) => type === 'tool_use' && !results.has(id))
      return missing && describeMissingResult(index, missing.id)
    })
  },
  'anthropic/known-results': ({ body }) => {
    const turns = listTurns(body.messages)
    return findFirst(turns, ({ blocks }, index) => {
      const calls = new Set((turns[index - 1]?.blocks ?? []).map(({ id }) => id))
      const unknown = blocks.find(({ type, tool_use_id }) => type === 'tool_result' && !calls.has(tool_use_id))
      return (
        unknown &&
        `messages.${index}.content: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${unknown.tool_use_id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`
      )
    })
  },
  'anthropic/results-first': ({ body }) =>
    findFirst(listTurns(body.messages), ({ blocks }, index) => {
      const other = blocks.findIndex(({ type }) => type !== 'tool_result')
      const late = other === -1 ? undefined : blocks.slice(other).find(({ type }) => type === 'tool_result')
      // The API doesn't find results behind other content.
      return late && describeMissingResult(index - 1, late.tool_use_id)
    }),
  'anthropic/tool-use': (request) =>
    findBlock(request, ({ type, id, input }, place) => {
      if (type !== 'tool_use') return undefined
      if (!/^[a-zA-Z0-9_-]+$/.test(String(id)))
        return `${place}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`
      const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
      return isObject ? undefined : `${place}.tool_use.input: Input should be a valid dictionary`
    }),
  'anthropic/unique-ids': (request) => {
    const ids = new Set<unknown>()
    return findBlock(request, ({ type, id }, place) => {
      if (type !== 'tool_use') return undefined
      if (ids.has(id)) return `${place}: \`tool_use\` ids must be unique`
      ids.add(id)
      return undefined
    })
  },
  'anthropic/signatures': (request) =>
    findBlock(request, ({ type, thinking, signature }, place) =>
      type === 'thinking' && signature !== signThinking(String(thinking), request.model)
        ? `${place}: Invalid \`signature\` in \`thinking\` block`
        : undefined,
    ),
  'anthropic/prefix': (request) => {
    const { accepted } = request
    if (accepted === undefined || !PRESERVING.test(request.model)) return undefined
    return findFirst(toList(request.body.messages), ({ content }, index) => {
      const at = toList(content).findIndex(({ type }) => type === 'thinking')
      return at === -1 || accepted.has(writePrefix(request.body, index))
        ? undefined
        : `messages.${index}.content.${at}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".`
    })
  },
  'anthropic/documents': (request) =>
    findMedia(request, ({ type, source }, place, role) => {
      if (type !== 'document') return undefined
      if (role === 'assistant') return `${place}: \`document\` blocks are not permitted in assistant messages`
      const { type: kind, media_type: mediaType } = toFields(source)
      const known = kind === 'text' ? 'text/plain' : 'application/pdf'
      if (kind !== 'base64' && kind !== 'text') return undefined
      return mediaType === known ? undefined : `${place}.document.source.base64.media_type: Input should be '${known}'`
    }),
  'anthropic/images': (request) =>
    findMedia(request, ({ type, source }, place) =>
      type === 'image' && toFields(source).type === 'base64' && !IMAGES.has(toFields(source).media_type)
        ? `${place}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`
        : undefined,
    ),
  'anthropic/image-size': (request) =>
    findMedia(request, ({ type, source }, place) => {
      const bytes = type === 'image' ? String(toFields(source).data ?? '').length : 0
      const most = getLimit('anthropic/image-size')
      return bytes > most
        ? `${place}.image.source.base64: image exceeds 10 MB maximum: ${bytes} bytes > ${most} bytes`
        : undefined
    }),
  'anthropic/image-bytes': (request) =>
    findMedia(request, ({ type, source }, place) => {
      const { media_type: claimed, data } = toFields(source)
      const actual = type === 'image' ? readImageType(String(data)) : undefined
      return actual === undefined || actual === claimed
        ? undefined
        : `${place}.image.source.base64: The image was specified using the ${claimed} media type, but the image appears to be a ${actual} image`
    }),
  'anthropic/result-content': (request) =>
    findBlock(request, ({ type, content }, place) => {
      const unknown = type === 'tool_result' && toList(content).find((block) => !RESULT_BLOCKS.has(block.type))
      return unknown
        ? `${place}.tool_result.content: Input tag '${unknown.type}' found using 'type' does not match any of the expected tags`
        : undefined
    }),
  'anthropic/tool-names': ({ body }) =>
    findFirst(toList(body.tools), ({ name }, index) =>
      /^[a-zA-Z0-9_-]{1,128}$/.test(String(name))
        ? undefined
        : `tools.${index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`,
    ),
  'anthropic/unique-names': ({ body }) => {
    const names = toList(body.tools).map(({ name }) => name)
    return new Set(names).size === names.length ? undefined : 'tools: Tool names must be unique.'
  },
  'anthropic/input-schema': ({ body }) =>
    findFirst(toList(body.tools), ({ input_schema, type }, index) => {
      if (SEARCHES.has(type)) return undefined
      const schema = toFields(input_schema)
      if (schema.type !== 'object') return `tools.${index}.custom.input_schema.type: Input should be 'object'`
      return ['anyOf', 'oneOf', 'allOf'].some((keyword) => keyword in schema)
        ? `tools.${index}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`
        : undefined
    }),
  'anthropic/strict-tools': (request) => {
    const { length } = listStrict(request)
    const most = getLimit('anthropic/strict-tools')
    return length > most
      ? `Too many strict tools (${length}). The maximum number of strict tools supported is ${most}. Try reducing the number of tools marked as strict.`
      : undefined
  },
  'anthropic/optional-members': (request) => {
    const count = sum(listStrict(request), countOptional)
    const most = getLimit('anthropic/optional-members')
    return count > most
      ? `Schemas contains too many optional parameters (${count}), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: ${most}).`
      : undefined
  },
  'anthropic/unions': (request) => {
    const count = sum(listStrict(request), countUnions)
    const most = getLimit('anthropic/unions')
    return count > most
      ? `Schemas contains too many parameters with union types (${count} parameters with type arrays or anyOf). This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters (limit: ${most} parameters with unions).`
      : undefined
  },
  'anthropic/strict-schema': (request) =>
    findFirst(listStrict(request), (schema, index) => {
      const fault = findAnthropicFault(schema)
      return fault && `tools.${index}.custom: ${fault}`
    }),
  'anthropic/grammar': (request) =>
    sum(listStrict(request), countMembers) > getLimit('anthropic/grammar')
      ? 'The compiled grammar is too large, which would cause performance issues. Simplify your tool schemas or reduce the number of strict tools.'
      : undefined,
  'anthropic/deferred-count': (request) =>
    listDeferred(request).length > getLimit('anthropic/deferred-count')
      ? `tools: at most ${getLimit('anthropic/deferred-count')} deferred tools are supported`
      : undefined,
  'anthropic/all-deferred': ({ body }) => {
    const tools = toList(body.tools)
    return tools.length > 0 && tools.every(({ defer_loading }) => defer_loading === true)
      ? 'At least one tool must have defer_loading=false. All tools cannot be deferred.'
      : undefined
  },
  'anthropic/deferred-marks': (request) => {
    const marked = listDeferred(request).find((tool) => 'cache_control' in tool)
    return (
      marked &&
      `Tool '${marked.name}' cannot have both defer_loading=true and cache_control set. Tools with defer_loading cannot use prompt caching.`
    )
  },
  'anthropic/references': (request) => {
    const names = new Set(listDeferred(request).map(({ name }) => name))
    return findBlock(request, ({ type, content }) => {
      if (type !== 'tool_search_tool_result') return undefined
      const unknown = toList(toFields(content).tool_references).find(({ tool_name }) => !names.has(tool_name))
      return unknown && `Tool reference '${unknown.tool_name}' not found in available tools`
    })
  },
  'anthropic/search-results': ({ body }) =>
    findFirst(listTurns(body.messages), ({ blocks }, index, turns) => {
      if (index === turns.length - 1 && isPaused(body.messages)) return undefined
      const results = new Set(blocks.map(({ tool_use_id }) => tool_use_id))
      const missing = blocks.find(({ type, id }) => type === 'server_tool_use' && !results.has(id))
      return (
        missing &&
        `\`${missing.name}\` tool use with id \`${missing.id}\` was found without a corresponding \`tool_search_tool_result\` block`
      )
    }),
  'anthropic/cache-marks': ({ body }) => {
    const count = JSON.stringify(body).split('"cache_control":{').length - 1
    const most = getLimit('anthropic/cache-marks')
    return count > most ? `A maximum of ${most} blocks with cache_control may be provided. Found ${count}.` : undefined
  },
  'anthropic/context': (request) => {
    const [tokens, most] = [countTokens(request), getLimit('anthropic/context')]
    return tokens > most ? `prompt is too long: ${tokens} tokens > ${most} maximum` : undefined
  },
}

/** Whether the last message is a reply that the API has paused within its own tools. */
function isPaused(messages: unknown): boolean {
  const { role, content } = toList(messages).at(-1) ?? {}
  return role === 'assistant' && toList(content).some(({ type }) => type === 'server_tool_use')
}

/** Writes a digest of what precedes a message. The marks of the cache may move. */
export function writePrefix({ system, tools, messages }: Fields, index: number): string {
  const prefix = [system, tools, toList(messages).slice(0, index)]
  const text = JSON.stringify(prefix, (name, value) => (name === 'cache_control' ? undefined : value))
  return createHash('sha256').update(text).digest('base64')
}

function describeMissingResult(turn: number, id: unknown): string {
  return `messages.${turn}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
}

/** Models that neither turn their thinking off nor take a budget for it, and choose themselves whether to call a tool. */
const NEWEST = /^claude-(?:sonnet|opus)-5-5/

/** Models that check what precedes their thinking. */
const PRESERVING = /^claude-(?:(?:sonnet|opus|haiku)-5-5|(?:fable|mythos)-5)/

const VERSIONS = new Set(['2026-10-21', '2023-06-01'])

const FIELDS = new Set([
  ...['max_tokens', 'messages', 'model', 'cache_control', 'container', 'diagnostics', 'inference_geo', 'metadata'],
  ...[
    'output_config',
    'service_tier',
    'speed',
    'stop_sequences',
    'stream',
    'system',
    'thinking',
    'tool_choice',
    'tools',
  ],
])

/** Types of tools that the API runs itself. */
const SEARCHES: ReadonlySet<unknown> = new Set([
  ...['tool_search_tool_bm25_20251119', 'tool_search_tool_regex_20251119'],
  ...['tool_search_tool_bm25', 'tool_search_tool_regex'],
])

function listDeferred({ body }: VendorRequest): readonly Fields[] {
  return toList(body.tools).filter(({ defer_loading }) => defer_loading === true)
}

const IMAGES: ReadonlySet<unknown> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

function listStrict({ body }: VendorRequest): readonly Fields[] {
  const tools = toList(body.tools).flatMap(({ strict, input_schema }) =>
    strict === true ? [toFields(input_schema)] : [],
  )
  const { schema } = toFields(toFields(body.output_config).format)
  return schema === undefined ? tools : [...tools, toFields(schema)]
}

function sum(schemas: readonly Fields[], count: (schema: Fields) => number): number {
  return schemas.reduce((total, schema) => total + count(schema), 0)
}

interface Turn {
  readonly role: unknown
  readonly blocks: readonly Fields[]
}

/** Lists the turns: messages of one role in a row are one turn. */
function listTurns(messages: unknown): readonly Turn[] {
  const turns: { role: unknown; blocks: Fields[] }[] = []
  for (const { role, content } of toList(messages)) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : toList(content)
    const last = turns.at(-1)
    if (last !== undefined && last.role === role) last.blocks.push(...blocks)
    else turns.push({ role, blocks: [...blocks] })
  }
  return turns
}

const RESULT_BLOCKS: ReadonlySet<unknown> = new Set(['text', 'image', 'document', 'search_result', 'tool_reference'])

/** Finds a fault in the blocks of messages, and in those of the results in them. */
function findMedia(
  request: VendorRequest,
  check: (block: Fields, place: string, role: unknown) => string | undefined,
): string | undefined {
  return findBlock(request, (block, place, role) => {
    if (block.type !== 'tool_result') return check(block, place, role)
    return findFirst(toList(block.content), (part, at) => check(part, `${place}.tool_result.content.${at}`, role))
  })
}

function findBlock(
  { body }: VendorRequest,
  check: (block: Fields, place: string, role: unknown) => string | undefined,
): string | undefined {
  return findFirst(listTurns(body.messages), ({ role, blocks }, turn) =>
    findFirst(blocks, (block, index) => check(block, `messages.${turn}.content.${index}`, role)),
  )
}
