/**
 * `@fw/runtime/contract`: types and functions that the framework's packages share. Not a public API: it may change in any
 * release.
 */
export { escapeHidden } from './contract/agent/hidden-text.ts'
export type * from './contract/agent/manifest.ts'
export type * from './contract/agent/message.ts'
export type { TokenUsage } from './contract/agent/model.ts'
export type * from './contract/agent/proposal.ts'
export { isParked, isPending, markPending } from './contract/agent/proposal.ts'
export type * from './contract/agent/remote-source.ts'
export { addUsage, NO_USAGE } from './contract/agent/token-usage.ts'
export type { TurnData, TurnDeps } from './contract/agent/turn-deps.ts'
export type { UiToolName } from './contract/agent/ui-tools.ts'
export type * from './contract/api.ts'
export type { ConfigProblem } from './contract/config/check-config.ts'
export { checkConfig, configProblems } from './contract/config/check-config.ts'
export type { FontConfig, FwConfig } from './contract/config/config.ts'
export { loadEnv } from './contract/config/environment.ts'
export { HOOK_NAMES, hookOptions, hookProblem } from './contract/config/hook.ts'
export type * from './contract/config/inspect.ts'
export type * from './contract/config/log.ts'
export { SCHEDULE_FIELDS, SCHEDULE_VALUES, scheduleProblems } from './contract/config/schedule.ts'
export { isSetupError, SetupError } from './contract/config/setup-error.ts'
export type { ErrorCode, ErrorEnvelope } from './contract/http/error.ts'
export { ERRORS, FwError, FwIntentError, toEnvelope } from './contract/http/error.ts'
export type { BuiltFiles, FileEncoding } from './contract/http/file-type.ts'
export { BUILT_FILES, ENCODED_ENDINGS, isCompressible } from './contract/http/file-type.ts'
export * from './contract/http/path.ts'
export { isPublicPath } from './contract/http/public-path.ts'
export type * from './contract/http/request.ts'
export type { Route, RouteTable } from './contract/http/route-table.ts'
export { createRouteTable } from './contract/http/route-table.ts'
export { getMessage } from './contract/http/thrown.ts'
export { isObject, isRecord } from './contract/is-object.ts'
export { nameProblem, toolName, WIRE_NAME_MAX, wireName } from './contract/name.ts'
export type * from './contract/page/asset.ts'
export type * from './contract/page/explanation.ts'
export type { FormatName } from './contract/page/format.ts'
export { FORMAT_NAMES, hasFormat } from './contract/page/format.ts'
export type { ImageFile } from './contract/page/image.ts'
export type * from './contract/page/page.ts'
export type { PrecacheList } from './contract/page/precache.ts'
export { WORKER_PATH } from './contract/page/precache.ts'
export { readTemplate } from './contract/page/template-text.ts'
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
} from './contract/schema/codec.ts'
export { compiledValidator } from './contract/schema/compiled-validator.ts'
export { fieldSteps } from './contract/schema/field-steps.ts'
export { findRefusedKey, joinPath, prefixIssues } from './contract/schema/issue.ts'
export type * from './contract/schema/json-schema.ts'
export { nearestName } from './contract/schema/nearest-name.ts'
export type { Segment } from './contract/schema/pattern.ts'
export { coversPattern, parsePattern, patternOfFile, roleOfRouteFile } from './contract/schema/pattern.ts'
export { REFUSED_KEYS } from './contract/schema/refused-keys.ts'
export type * from './contract/schema/scalar.ts'
export {
  areUnique,
  codePoints,
  hasOnlyKeys,
  isJson,
  isMultipleOf,
  MAX_DEPTH,
  own,
} from './contract/schema/validate-value.ts'
export type * from './contract/schema/validation.ts'
