/** Reads the list of an app's tools that the last analysis wrote. Loads no compiler: shell completion waits for it. */
import { readFileSync } from 'node:fs'
import type { JsonSchema } from '@fw/runtime/contract'
import { join } from '#slash-path.ts'
import type { ApiModel } from '../model.ts'

/** Path relative to the app root. */
export const TOOL_LIST_FILE = '.fw/tools.json'

/** A tool that agents may call: an api, or an intent of a component. */
export interface ListedTool {
  /** Full name, such as `api.shop.search` and `Cart.add`. */
  readonly name: string
  /** Absent for intents without a guard, and if the guard is known only at run time. */
  readonly guard?: ApiModel['guard']
  readonly description?: string
  /** Absent for a tool without input, or if its schema isn't known. */
  readonly input?: JsonSchema
}

/** Returns the tools of the last analysis, by any command; empty if there was none. */
export function readToolList(root: string): readonly ListedTool[] {
  try {
    return JSON.parse(readFileSync(join(root, TOOL_LIST_FILE), 'utf8')) as readonly ListedTool[] // written by `writeToolList`
  } catch {
    return []
  }
}
