/** Offers deferred tools in the way of a model: through the search of its provider, or through `search_tools`. */
import type { ModelRequest, ResolvedModel } from '#contract/agent/model.ts'
import { readSearches, SEARCH_TOOL } from './search-tool.ts'

/** Models with a search of their own, as their providers document in November 2026. */
const OWN_SEARCH: Partial<Record<ResolvedModel['provider'], RegExp>> = {
  anthropic: /^claude-(?![123]\b|instant)/,
  openai: /^gpt-(?:5\.(?:[4-9]|\d\d)|[6-9]|\d\d)/,
}

/** Whether the provider of a model has a search for deferred tools. */
export function hasOwnSearch({ provider, model }: Pick<ResolvedModel, 'provider' | 'model'>): boolean {
  return OWN_SEARCH[provider]?.test(model) ?? false
}

/** Most tools of a request. OpenAI refuses more. */
const MOST_TOOLS = 128

/**
 * Returns the request with its deferred tools offered. Without a search of the provider, `search_tools` and the found tools
 * follow the others, so that a found tool changes nothing before it. If too many were found, the first ones are left out.
 */
export function offerDeferred(request: ModelRequest): ModelRequest {
  const { model, tools, deferred } = request
  // Only a turn has deferred tools; other requests may have a tool with the name of the search.
  if (deferred === undefined) return request
  const { messages, found } = readSearches(request.messages, deferred)
  if (deferred.length === 0 || hasOwnSearch(model)) return { ...request, messages }
  const room = MOST_TOOLS - tools.length - 1
  return { ...request, messages, tools: [...tools, SEARCH_TOOL, ...found.slice(-room)] }
}
