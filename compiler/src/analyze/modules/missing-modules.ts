/** Finds modules that the configuration names but that don't exist: without this check they would be ignored. */

import { existsSync } from 'node:fs'
import type { FwConfig } from '@fw/runtime/contract'
import { resolve } from '#slash-path.ts'
import type { ConfigFact } from '../config.ts'
import type { PlaceOf } from '../pages/path-rules.ts'

const MODULES = ['clientEntry', 'websocket', 'storesModule', 'agentModule'] as const

export function findMissingModules(root: string, config: FwConfig, placeOf: PlaceOf): readonly ConfigFact[] {
  return MODULES.flatMap((field): ConfigFact[] => {
    const file = config[field]
    if (file === undefined || existsSync(resolve(root, file))) return []
    const message = `${field} names ${file}, which does not exist. Name a file, or leave the field out.`
    const span = placeOf(field) ?? { file: 'fw.config.ts', start: 0, end: 0, line: 1, column: 1 }
    return [{ field, problem: 'invalid', message, span }]
  })
}
