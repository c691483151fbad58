/**
 * `@fw/runtime/compiled` in the browser: internal imports of generated code. Not a public API: it may change in any
 * release.
 */

export {
  asCallback,
  asJob,
  carryCause,
  carrySharedCause,
  carryTimer,
  noteAnswers,
  noteResolvers,
  observeWithCause,
  publishCauses,
  stepWithCause,
  withCause,
  withSharedCause,
} from './browser/calls/carry-cause.ts'
export { startForms } from './browser/forms/send-forms.ts'
export { boot } from './browser/islands/boot.ts'
export { stub } from './browser/islands/stub.ts'
export { startLivePage } from './browser/live-page/live-page.ts'
export { showNewer } from './browser/live-page/show-newer.ts'
export { startNavigation } from './browser/navigation/follow-links.ts'
export { showNewerVersion } from './browser/navigation/show-newer-version.ts'
export { reloadPage } from './browser/reload/reload-page.ts'
export { restoreFields } from './browser/reload/restore-fields.ts'
export { getFormatCheck } from './contract/page/format.ts'
export * from './contract/schema/codec.ts'
export * from './contract/schema/compiled-validator.ts'
export * from './contract/schema/own-keys.ts'
export * from './contract/schema/validate-value.ts'
export { newFormKey as formKey } from './solid/forms/form-key.ts'
export { formTool, isForm } from './solid/forms/form-markup-client.ts'
export { mountIsland } from './solid/islands/mount-island.ts'
export { showValue } from './solid/islands/show-value.ts'
export { splitRun } from './solid/islands/split-run.ts'
export { disableMarks } from './solid/render/disable-marks.ts'
export { nameStores } from './solid/stores/store-definition.ts'
