/** Every rule, in the order of their numbers. */

import type { Rule } from '../diagnostic/rule.ts'
import { anyInput } from './any-input.ts'
import { apiDefaultExport } from './api-default-export.ts'
import { apiDynamicField } from './api-dynamic-field.ts'
import { apiExportedFunction } from './api-exported-function.ts'
import { apiMissingContract } from './api-missing-contract.ts'
import { apiName } from './api-name.ts'
import { apiReExport } from './api-re-export.ts'
import { apiUnsupportedExport } from './api-unsupported-export.ts'
import { cachePolicy } from './cache-policy.ts'
import { configInvalid } from './config-invalid.ts'
import { configNotStatic } from './config-not-static.ts'
import { contradictingFields } from './contradicting-fields.ts'
import { conventionDefaultExport } from './convention-default-export.ts'
import { deadLink } from './dead-link.ts'
import { duplicateIntent } from './duplicate-intent.ts'
import { duplicateRoute } from './duplicate-route.ts'
import { dynamicMessage } from './dynamic-message.ts'
import { emptyObject } from './empty-object.ts'
import { endlessType } from './endless-type.ts'
import { envType } from './env-type.ts'
import { fieldValue } from './field-value.ts'
import { guardedRender } from './guarded-render.ts'
import { ignoredDocTag } from './ignored-doc-tag.ts'
import { inputNotObject } from './input-not-object.ts'
import { intentName } from './intent-name.ts'
import { invalidDocTag } from './invalid-doc-tag.ts'
import { invalidMessage } from './invalid-message.ts'
import { invalidSchedule } from './invalid-schedule.ts'
import { invalidTsconfig } from './invalid-tsconfig.ts'
import { islandProp } from './island-prop.ts'
import { localeRoute } from './locale-route.ts'
import { messageValues } from './message-values.ts'
import { misplacedErrorPage } from './misplaced-error-page.ts'
import { missingDescription } from './missing-description.ts'
import { missingFormField } from './missing-form-field.ts'
import { missingMessage } from './missing-message.ts'
import { missingReact } from './missing-react.ts'
import { nestedServerFolder } from './nested-server-folder.ts'
import { packageConfig } from './package-config.ts'
import { pageCode } from './page-code.ts'
import { pathRule } from './path-rule.ts'
import { repeatedName } from './repeated-name.ts'
import { reservedKey } from './reserved-key.ts'
import { routeDefaultExport } from './route-default-export.ts'
import { routeExport } from './route-export.ts'
import { routePattern } from './route-pattern.ts'
import { serverCode } from './server-code.ts'
import { shadowedPathRule } from './shadowed-path-rule.ts'
import { slowPattern } from './slow-pattern.ts'
import { splitIntent } from './split-intent.ts'
import { staticOutput } from './static-output.ts'
import { staticParams } from './static-params.ts'
import { syntaxError } from './syntax-error.ts'
import { toolNameCollision } from './tool-name-collision.ts'
import { toolNameLength } from './tool-name-length.ts'
import { uncheckedIntent } from './unchecked-intent.ts'
import { unknownFormField } from './unknown-form-field.ts'
import { unknownHook } from './unknown-hook.ts'
import { unknownMatcher } from './unknown-matcher.ts'
import { unknownMessage } from './unknown-message.ts'
import { unknownTag } from './unknown-tag.ts'
import { unknownTool } from './unknown-tool.ts'
import { unreachableRoute } from './unreachable-route.ts'
import { unrepresentableType } from './unrepresentable-type.ts'
import { unresolvedType } from './unresolved-type.ts'
import { untypedMember } from './untyped-member.ts'

export const RULES: readonly Rule[] = [
  apiDefaultExport,
  apiExportedFunction,
  apiReExport,
  apiUnsupportedExport,
  apiName,
  apiMissingContract,
  anyInput,
  inputNotObject,
  unrepresentableType,
  unresolvedType,
  endlessType,
  untypedMember,
  invalidDocTag,
  reservedKey,
  toolNameLength,
  toolNameCollision,
  nestedServerFolder,
  apiDynamicField,
  routePattern,
  duplicateRoute,
  conventionDefaultExport,
  configNotStatic,
  syntaxError,
  intentName,
  unknownHook,
  configInvalid,
  envType,
  packageConfig,
  staticOutput,
  pathRule,
  shadowedPathRule,
  unknownMatcher,
  deadLink,
  slowPattern,
  missingDescription,
  repeatedName,
  fieldValue,
  contradictingFields,
  serverCode,
  pageCode,
  islandProp,
  duplicateIntent,
  unreachableRoute,
  ignoredDocTag,
  staticParams,
  cachePolicy,
  routeDefaultExport,
  routeExport,
  misplacedErrorPage,
  unknownTool,
  splitIntent,
  uncheckedIntent,
  missingReact,
  invalidSchedule,
  unknownMessage,
  messageValues,
  dynamicMessage,
  missingMessage,
  invalidMessage,
  unknownFormField,
  missingFormField,
  unknownTag,
  localeRoute,
  emptyObject,
  guardedRender,
  invalidTsconfig,
]
