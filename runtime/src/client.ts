/** `@fw/runtime/client`: the code that runs in the browser. */
export { boot } from './browser/boot.ts'
export type { CarriedCause } from './browser/carry-cause.ts'
export {
  asJob,
  carryCause,
  noteAnswers,
  noteResolvers,
  observeWithCause,
  stepWithCause,
  withCause,
  withCauseUntilAct,
} from './browser/carry-cause.ts'
export type { CopilotProps } from './browser/copilot/copilot.ts'
export { Copilot } from './browser/copilot/copilot.ts'
export type { CopilotCall, CopilotDecision, CopilotPart, CopilotState } from './browser/copilot/copilot-state.ts'
export type { CopilotConversation, CopilotOptions, CopilotPage } from './browser/copilot/create-copilot.ts'
export { createCopilot } from './browser/copilot/create-copilot.ts'
export type { CopilotStrings } from './browser/copilot/panel-strings.ts'
export { startForms } from './browser/forms/send-forms.ts'
export { startNavigation } from './browser/navigation/follow-links.ts'
export { navigate } from './browser/navigation/navigate.ts'
export type { WindowFw } from './browser/page-api.ts'
export type { StubCodec, StubError } from './browser/stub.ts'
export { stub } from './browser/stub.ts'
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
} from './contract/codec.ts'
export { compiledValidator } from './contract/compiled-validator.ts'
export { hasFormat } from './contract/format.ts'
export type { CallAnswer } from './contract/page-call.ts'
export { areUnique, codePoints, hasOnlyKeys, isJson, isMultipleOf, MAX_DEPTH, own } from './contract/validate-value.ts'
export { newFormKey as formKey } from './solid/form-key.ts'
export { formTool, isForm } from './solid/form-markup-client.ts'
export { mountIsland } from './solid/mount-island.ts'
export { splitRun } from './solid/split-run.ts'
export { nameStores } from './solid/store-definition.ts'
