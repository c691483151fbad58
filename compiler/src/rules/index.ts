/** Every rule, in the order of their numbers. */

import { apiAddress } from './apis/api-address.ts'
import { apiDefaultExport } from './apis/api-default-export.ts'
import { apiDynamicField } from './apis/api-dynamic-field.ts'
import { apiExportedFunction } from './apis/api-exported-function.ts'
import { apiMissingContract } from './apis/api-missing-contract.ts'
import { apiName } from './apis/api-name.ts'
import { apiReExport } from './apis/api-re-export.ts'
import { apiUnsupportedExport } from './apis/api-unsupported-export.ts'
import { duplicateAddress } from './apis/duplicate-address.ts'
import { invalidSchedule } from './apis/invalid-schedule.ts'
import { missingDescription } from './apis/missing-description.ts'
import { repeatedName } from './apis/repeated-name.ts'
import { toolNameCollision } from './apis/tool-name-collision.ts'
import { toolNameLength } from './apis/tool-name-length.ts'
import { undecidedAccess } from './apis/undecided-access.ts'
import { unknownTool } from './apis/unknown-tool.ts'
import { unseenWrite } from './apis/unseen-write.ts'
import { anyInput } from './contracts/any-input.ts'
import { contradictingFields } from './contracts/contradicting-fields.ts'
import { emptyObject } from './contracts/empty-object.ts'
import { endlessType } from './contracts/endless-type.ts'
import { envType } from './contracts/env-type.ts'
import { fieldValue } from './contracts/field-value.ts'
import { ignoredDocTag } from './contracts/ignored-doc-tag.ts'
import { inputNotObject } from './contracts/input-not-object.ts'
import { invalidDocTag } from './contracts/invalid-doc-tag.ts'
import { reservedKey } from './contracts/reserved-key.ts'
import { slowPattern } from './contracts/slow-pattern.ts'
import { unclearBrand } from './contracts/unclear-brand.ts'
import { unrepresentableType } from './contracts/unrepresentable-type.ts'
import { unresolvedType } from './contracts/unresolved-type.ts'
import { untypedMember } from './contracts/untyped-member.ts'
import { duplicateIntent } from './islands/duplicate-intent.ts'
import { intentName } from './islands/intent-name.ts'
import { islandProp } from './islands/island-prop.ts'
import { missingFormField } from './islands/missing-form-field.ts'
import { missingReact } from './islands/missing-react.ts'
import { splitIntent } from './islands/split-intent.ts'
import { uncheckedIntent } from './islands/unchecked-intent.ts'
import { unknownFormField } from './islands/unknown-form-field.ts'
import { dynamicMessage } from './messages/dynamic-message.ts'
import { invalidMessage } from './messages/invalid-message.ts'
import { messageValues } from './messages/message-values.ts'
import { missingMessage } from './messages/missing-message.ts'
import { unknownMessage } from './messages/unknown-message.ts'
import { configInvalid } from './modules/config-invalid.ts'
import { configNotStatic } from './modules/config-not-static.ts'
import { failingModule } from './modules/failing-module.ts'
import { fileName } from './modules/file-name.ts'
import { invalidTsconfig } from './modules/invalid-tsconfig.ts'
import { missingExport } from './modules/missing-export.ts'
import { nestedServerFolder } from './modules/nested-server-folder.ts'
import { packageConfig } from './modules/package-config.ts'
import { serverCode } from './modules/server-code.ts'
import { syntaxError } from './modules/syntax-error.ts'
import { unresolvedImport } from './modules/unresolved-import.ts'
import { asyncComponent } from './pages/async-component.ts'
import { cachePolicy } from './pages/cache-policy.ts'
import { conventionDefaultExport } from './pages/convention-default-export.ts'
import { deadLink } from './pages/dead-link.ts'
import { duplicateRoute } from './pages/duplicate-route.ts'
import { endpointExport } from './pages/endpoint-export.ts'
import { guardedRender } from './pages/guarded-render.ts'
import { ignoredValue } from './pages/ignored-value.ts'
import { localeRoute } from './pages/locale-route.ts'
import { middlewareFunction } from './pages/middleware-function.ts'
import { misplacedConvention } from './pages/misplaced-convention.ts'
import { misplacedErrorPage } from './pages/misplaced-error-page.ts'
import { pageCode } from './pages/page-code.ts'
import { pathRule } from './pages/path-rule.ts'
import { routeDefaultExport } from './pages/route-default-export.ts'
import { routeExport } from './pages/route-export.ts'
import { routePattern } from './pages/route-pattern.ts'
import { shadowedPathRule } from './pages/shadowed-path-rule.ts'
import { staticOutput } from './pages/static-output.ts'
import { staticParams } from './pages/static-params.ts'
import { targetFeature } from './pages/target-feature.ts'
import { unescapedJson } from './pages/unescaped-json.ts'
import { unknownHook } from './pages/unknown-hook.ts'
import { unknownMatcher } from './pages/unknown-matcher.ts'
import { unknownTag } from './pages/unknown-tag.ts'
import { unreachableRoute } from './pages/unreachable-route.ts'
import { untaggedRead } from './pages/untagged-read.ts'
import { untypedRoute } from './pages/untyped-route.ts'
import type { Rule } from './rule.ts'

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
  fileName,
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
  targetFeature,
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
  unclearBrand,
  guardedRender,
  asyncComponent,
  invalidTsconfig,
  misplacedConvention,
  middlewareFunction,
  endpointExport,
  apiAddress,
  duplicateAddress,
  untypedRoute,
  ignoredValue,
  undecidedAccess,
  untaggedRead,
  unseenWrite,
  unescapedJson,
]

/** Rules for problems that only a build, or the dev server, finds when it loads files. Editors leave them to TypeScript. */
export const BUILD_RULES: readonly Rule[] = [unresolvedImport, missingExport, failingModule]
