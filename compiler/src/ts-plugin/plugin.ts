/**
 * The editor plugin, which tsserver loads for `{ "plugins": [{ "name": "@fw/compiler/ts-plugin" }] }`. It adds to
 * TypeScript's results and never removes any. It uses only the TypeScript instance that tsserver passes.
 */
import type { ts } from '../program/typescript.ts'
import { announceFixes } from './code-fixes.ts'
import { decorateService } from './decorate-service.ts'

/** Creates tsserver's plugin module. */
export default function init({ typescript }: { readonly typescript: typeof ts }): ts.server.PluginModule {
  announceFixes(typescript)
  return { create: (info) => decorateService(typescript, info) }
}
