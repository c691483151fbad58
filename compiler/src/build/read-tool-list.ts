/** The list of an app's tools that the last analysis wrote. Loads no compiler: a shell waits for it at every Tab. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonSchema } from '@fw/runtime/contract'
import type { ApiModel } from '../model.ts'

/** Where it lies, relative to the app root. */
export const TOOL_LIST_FILE = '.fw/tools.json'

/** A tool that agents may call: an api, or an intent of a component. */
export interface ListedTool {
  /** Full name, as `api.shop.search` and `Cart.add`. */
  readonly name: string
  /** Absent for intents that say none, or only once they run. */
  readonly guard?: ApiModel['guard']
  readonly description?: string
  /** Absent: not known, or none. */
  readonly input?: JsonSchema
}

/** The tools of the last analysis, of whichever command; empty where there was none. */
export function readToolList(root: string): readonly ListedTool[] {
  try {
    return JSON.parse(readFileSync(join(root, TOOL_LIST_FILE), 'utf8')) as readonly ListedTool[] // by `writeToolList`
  } catch {
    return []
  }
}
