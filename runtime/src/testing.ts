/** `@fw/runtime/testing`: helpers for the tests of an app. */
export type { RenderedPage, TestCaller, TestedApp, ToolCaller, ToolOutcome } from './testing/ask-app.ts'
export { callTool, renderPage } from './testing/ask-app.ts'
export type { TestApp } from './testing/create-test-app.ts'
export { createTestApp } from './testing/create-test-app.ts'
export type { FormValues } from './testing/form-elements.ts'
export type { BrowserPage, HydratesInOptions, MatcherResult } from './testing/hydrates.ts'
export { hydrates, hydratesIn, toHydrate } from './testing/hydrates.ts'
export type {
  ScriptedAnswer,
  ScriptedCall,
  ScriptedFailure,
  ScriptedFormat,
  ScriptedRequest,
  ScriptedStep,
} from './testing/script.ts'
export type { ScriptedModel } from './testing/scripted-model.ts'
export { scriptedModel } from './testing/scripted-model.ts'
export type { TestBrowser, TestPage } from './testing/test-browser.ts'
export { openTestBrowser } from './testing/test-browser.ts'
