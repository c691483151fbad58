/** `@fw/runtime/compiled`: what compiled components import on the server. Nothing here is promised to apps. */
export { ssr, ssrElement } from './solid/compiled-ssr.ts'
export { createComponent } from './solid/create-component.ts'
export { defer } from './solid/defer.ts'
export { Html } from './solid/html.ts'
export { escapeValue, htmlNode, htmlText } from './solid/print-html.ts'
export { ssrIsland } from './solid/ssr-island.ts'
export { nameStores } from './solid/store-definition.ts'
