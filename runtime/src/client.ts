/** `@fw/runtime/client`: the code that runs in the browser. */

export type { WindowFw } from './browser/agent/page-api.ts'
export type { CopilotProps } from './browser/copilot/copilot.ts'
export { Copilot } from './browser/copilot/copilot.ts'
export type { CopilotCall, CopilotDecision, CopilotPart, CopilotState } from './browser/copilot/copilot-state.ts'
export type { CopilotConversation, CopilotOptions, CopilotPage } from './browser/copilot/create-copilot.ts'
export { createCopilot } from './browser/copilot/create-copilot.ts'
export type { CopilotStrings } from './browser/copilot/panel-strings.ts'
export { boot } from './browser/islands/boot.ts'
export type { StubCodec, StubError } from './browser/islands/stub.ts'
export { stub } from './browser/islands/stub.ts'
export { navigate } from './browser/navigation/navigate.ts'
export type { CallAnswer } from './contract/page/page-call.ts'
