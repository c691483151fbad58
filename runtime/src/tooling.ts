/**
 * `@fw/runtime/tooling`: functions of the server that the compiler and the command line use too. Not a public API: it may
 * change in any release.
 */

export { KNOWN_PROVIDERS } from './agent/known-models.ts'
export { PRICES_DATE } from './agent/model-prices.ts'
export { MOST_LOADED, planTools, SEARCH_TOOLS } from './agent/tool-search/plan-tools.ts'
export { isRestricted } from './api/collect.ts'
export { listUiTools } from './contract/agent/ui-tools.ts'
export { parseRange } from './host/byte-range.ts'
export { createUpgradeResponse } from './host/upgrade-response.ts'
export { formatUrlHost } from './host/url-host.ts'
export { HTTP_METHODS, HTTP_OPTIONS } from './http-routes/http-module.ts'
export { createLogger } from './log/create-logger.ts'
export { jsonLine } from './log/json-line.ts'
export { prettyLine } from './log/pretty-line.ts'
export { decodeSegments } from './router/decode-path.ts'
export type { Matchers } from './router/match-route.ts'
export { BUILT_IN_MATCHERS, createMatcher } from './router/match-route.ts'
export { compileRewrites, compileRules } from './router/path-rules.ts'
export { chooseStrict } from './wire/choose-strict.ts'
export { getContentType } from './wire/content-type.ts'
export { escapeHtml, unescapeHtml } from './wire/html.ts'
export { parseJsonOrUndefined } from './wire/json.ts'
export type { LoweredSchema, Relaxation } from './wire/lower-schema.ts'
export { lowerSchema } from './wire/lower-schema.ts'
export type { ProviderDialect } from './wire/provider-dialect.ts'
export { DIALECTS } from './wire/provider-dialect.ts'
