/**
 * `@fw/runtime/compiled`: internal imports of compiled components on the server. Not a public API: it may change in any
 * release.
 */
export { ssr, ssrElement } from './solid/compiled-ssr.ts'
export { createComponent } from './solid/create-component.ts'
export { defer } from './solid/defer.ts'
export { formTool, isForm } from './solid/form-markup.ts'
export { formKey } from './solid/form-server.ts'
export { Html } from './solid/html.ts'
export { escapeValue, htmlNode, htmlText } from './solid/print-html.ts'
export { ssrIsland } from './solid/ssr-island.ts'
export { nameStores } from './solid/store-definition.ts'
