/** `@fw/runtime/client`: the code that runs in the browser. */

export type { WindowFw } from './browser/agent/page-api.ts'
export type { CarriedCause } from './browser/calls/carry-cause.ts'
export {
  asJob,
  carryCause,
  noteAnswers,
  noteResolvers,
  observeWithCause,
  stepWithCause,
  withCause,
  withCauseUntilAct,
} from './browser/calls/carry-cause.ts'
export type { CopilotProps } from './browser/copilot/copilot.ts'
export { Copilot } from './browser/copilot/copilot.ts'
export type { CopilotCall, CopilotDecision, CopilotPart, CopilotState } from './browser/copilot/copilot-state.ts'
export type { CopilotConversation, CopilotOptions, CopilotPage } from './browser/copilot/create-copilot.ts'
export { createCopilot } from './browser/copilot/create-copilot.ts'
export type { CopilotStrings } from './browser/copilot/panel-strings.ts'
export { startForms } from './browser/forms/send-forms.ts'
export { boot } from './browser/islands/boot.ts'
export type { StubCodec, StubError } from './browser/islands/stub.ts'
export { stub } from './browser/islands/stub.ts'
export { startNavigation } from './browser/navigation/follow-links.ts'
export { navigate } from './browser/navigation/navigate.ts'
export { hasFormat } from './contract/page/format.ts'
export type { CallAnswer } from './contract/page/page-call.ts'
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
} from './contract/schema/codec.ts'
export { compiledValidator } from './contract/schema/compiled-validator.ts'
export {
  areUnique,
  codePoints,
  hasOnlyKeys,
  isJson,
  isMultipleOf,
  MAX_DEPTH,
  own,
} from './contract/schema/validate-value.ts'
export { newFormKey as formKey } from './solid/forms/form-key.ts'
export { formTool, isForm } from './solid/forms/form-markup-client.ts'
export { mountIsland } from './solid/islands/mount-island.ts'
export { splitRun } from './solid/islands/split-run.ts'
export { nameStores } from './solid/stores/store-definition.ts'
