/**
 * `@fw/runtime/contract`: types and functions that the framework's packages share. Not a public API: it may change in any
 * release.
 */
export { attachContracts } from './api/contracts.ts'
export type * from './contract/api.ts'
export type * from './contract/asset.ts'
export type { ConfigProblem } from './contract/check-config.ts'
export { checkConfig, configProblems } from './contract/check-config.ts'
export {
  decodeBigint,
  decodeBytes,
  decodeDate,
  decodeMap,
  decodeSet,
  decodeUrl,
  encodeBigint,
  encodeBytes,
  encodeDate,
  encodeMap,
  encodeSet,
  encodeUrl,
  isBigintText,
  isBytesText,
  isDateText,
  isUrlText,
  MAX_BIGINT_LENGTH,
} from './contract/codec.ts'
export { compiledValidator } from './contract/compiled-validator.ts'
export type { FontConfig, FwConfig } from './contract/config.ts'
export { loadEnv } from './contract/environment.ts'
export type { ErrorCode, ErrorEnvelope } from './contract/error.ts'
export { ERRORS, FwError, FwIntentError, toEnvelope } from './contract/error.ts'
export type * from './contract/explanation.ts'
export { fieldSteps } from './contract/field-steps.ts'
export type { BuiltFiles, FileEncoding } from './contract/file-type.ts'
export { BUILT_FILES, ENCODED_ENDINGS, isCompressible } from './contract/file-type.ts'
export type { FormatName } from './contract/format.ts'
export { FORMAT_NAMES, hasFormat } from './contract/format.ts'
export { escapeHidden } from './contract/hidden-text.ts'
export { HOOK_NAMES, hookOptions, hookProblem } from './contract/hook.ts'
export type { ImageFile } from './contract/image.ts'
export type * from './contract/inspect.ts'
export { findRefusedKey, joinPath, prefixIssues } from './contract/issue.ts'
export type * from './contract/json-schema.ts'
export type * from './contract/log.ts'
export type * from './contract/manifest.ts'
export type * from './contract/message.ts'
export type { TokenUsage } from './contract/model.ts'
export { nameProblem, toolName, WIRE_NAME_MAX, wireName } from './contract/name.ts'
export { nearestName } from './contract/nearest-name.ts'
export type * from './contract/page.ts'
export * from './contract/path.ts'
export type { Segment } from './contract/pattern.ts'
export { parsePattern, patternOfFile, roleOfRouteFile } from './contract/pattern.ts'
export type { PrecacheList } from './contract/precache.ts'
export { WORKER_PATH } from './contract/precache.ts'
export type * from './contract/proposal.ts'
export { isParked, isPending, markPending } from './contract/proposal.ts'
export { isPublicPath } from './contract/public-path.ts'
export { REFUSED_KEYS } from './contract/refused-keys.ts'
export type * from './contract/remote-source.ts'
export type * from './contract/request.ts'
export type { Route, RouteTable } from './contract/route-table.ts'
export { createRouteTable } from './contract/route-table.ts'
export type * from './contract/scalar.ts'
export { SCHEDULE_FIELDS, SCHEDULE_VALUES, scheduleProblems } from './contract/schedule.ts'
export { isSetupError, SetupError } from './contract/setup-error.ts'
export { readTemplate } from './contract/template-text.ts'
export { addUsage, NO_USAGE } from './contract/token-usage.ts'
export type { TurnData, TurnDeps } from './contract/turn-deps.ts'
export type { UiToolName } from './contract/ui-tools.ts'
export {
  areUnique,
  codePoints,
  hasOnlyKeys,
  isJson,
  isMultipleOf,
  MAX_DEPTH,
  own,
} from './contract/validate-value.ts'
export type * from './contract/validation.ts'
export { createLogger } from './log/create-logger.ts'
export { jsonLine } from './log/json-line.ts'
export { prettyLine } from './log/pretty-line.ts'
export { decodeSegments } from './router/decode-path.ts'
export type { Matchers } from './router/match-route.ts'
export { BUILT_IN_MATCHERS, createMatcher } from './router/match-route.ts'
export { compileRewrites, compileRules } from './router/path-rules.ts'
export type { LoweredSchema, Relaxation } from './wire/lower-schema.ts'
export { lowerSchema } from './wire/lower-schema.ts'
export type { ProviderDialect } from './wire/provider-dialect.ts'
export { DIALECTS } from './wire/provider-dialect.ts'
