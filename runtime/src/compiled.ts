/**
 * `@fw/runtime/compiled` on the server: internal imports of generated code. Not a public API: it may change in any
 * release.
 */

export { attachContracts } from './api/contracts.ts'
export { deferApis } from './api/defer.ts'
export { createImporter, importForAll } from './api/import-for-all.ts'
export { checkConfig } from './contract/config/check-config.ts'
export { loadEnv } from './contract/config/environment.ts'
export { hookOptions } from './contract/config/hook.ts'
export { getFormatCheck } from './contract/page/format.ts'
export * from './contract/schema/codec.ts'
export * from './contract/schema/compiled-validator.ts'
export * from './contract/schema/own-keys.ts'
export * from './contract/schema/validate-value.ts'
export { formTool, isForm } from './solid/forms/form-markup.ts'
export { formKey } from './solid/forms/form-server.ts'
export { createComponent } from './solid/islands/create-component.ts'
export { defer } from './solid/islands/defer.ts'
export { ssrIsland } from './solid/islands/ssr-island.ts'
export { ssr, ssrElement } from './solid/render/compiled-ssr.ts'
export { disableMarks } from './solid/render/disable-marks.ts'
export { Html } from './solid/render/html.ts'
export { htmlList } from './solid/render/html-list.ts'
export { escapeValue, htmlNode, htmlText, ssrClassList, ssrStyle } from './solid/render/print-html.ts'
export { nameStores } from './solid/stores/store-definition.ts'
