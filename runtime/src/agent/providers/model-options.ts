/** Which `modelOptions` a provider receives. The turn decides what a model is, reads and may call; an option never does. */
import type { ModelRequest } from '#contract/model.ts'

/** The request without the options that would replace a part of it. Every format writes its body from this request. */
export function removeReservedOptions(request: ModelRequest): ModelRequest {
  const { options } = request.model
  if (options === undefined) return request
  const allowed = Object.entries(options).filter(([name]) => !RESERVED.has(canonicalName(name)))
  return { ...request, model: { ...request.model, options: Object.fromEntries(allowed) } }
}

/** Servers written in Go ignore the case of a name, and Gemini reads each of its names in both forms. */
function canonicalName(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/** A name is reserved for every provider, since a proxy may understand more than one format. */
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
