/**
 * The editor plugin: what tsserver loads for `{ "plugins": [{ "name": "@fw/compiler/ts-plugin" }] }`. It adds to what
 * TypeScript answers and never takes away. It uses the TypeScript that it is given, and no other.
 */
import type { ts } from '../program/typescript.ts'
import { announceFixes } from './code-fixes.ts'
import { decorateService } from './decorate-service.ts'

/** tsserver's factory. */
export default function init({ typescript }: { readonly typescript: typeof ts }): ts.server.PluginModule {
  announceFixes(typescript)
  return { create: (info) => decorateService(typescript, info) }
}
