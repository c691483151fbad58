/**
 * Filters the `modelOptions` that a provider receives. The turn sets the model, its messages and its tools; an option
 * must not override them.
 */
import type { ModelRequest } from '#contract/agent/model.ts'

/**
 * Returns the request without the options that would replace one of its parts. Every format writes its body from this
 * request.
 */
export function removeReservedOptions(request: ModelRequest): ModelRequest {
  const { options } = request.model
  if (options === undefined) return request
  const allowed = Object.entries(options).filter(([name]) => !RESERVED.has(canonicalName(name)))
  return { ...request, model: { ...request.model, options: Object.fromEntries(allowed) } }
}

/** Normalizes a name, because servers written in Go ignore its case, and Gemini accepts both forms of each name. */
function canonicalName(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/** Names are reserved for every provider, because a proxy may understand several formats. */
const RESERVED: ReadonlySet<string> = new Set(
  [
    'model',
    'messages',
    'contents',
    'input',
    'system',
    'instructions',
    'tools',
    'systemInstruction',
    'prompt',
    'conversation',
    'previous_response_id',
    'cachedContent',
    'functions',
    'stream',
  ].map(canonicalName),
)
