/**
 * `@fw/runtime/compiled`: internal imports of compiled components on the server. Not a public API: it may change in any
 * release.
 */

export { formTool, isForm } from './solid/forms/form-markup.ts'
export { formKey } from './solid/forms/form-server.ts'
export { createComponent } from './solid/islands/create-component.ts'
export { defer } from './solid/islands/defer.ts'
export { ssrIsland } from './solid/islands/ssr-island.ts'
export { ssr, ssrElement } from './solid/render/compiled-ssr.ts'
export { Html } from './solid/render/html.ts'
export { escapeValue, htmlNode, htmlText } from './solid/render/print-html.ts'
export { nameStores } from './solid/stores/store-definition.ts'
