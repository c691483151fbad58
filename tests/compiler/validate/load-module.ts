/** Writes generated source to a file and imports it, so that tests run what apps would run. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Checked, Validator } from '@fw/runtime/contract'
import type { TypeNode, TypeTree } from '../../../compiler/src/type-tree.ts'
import { emitValidator, type ValidatorSource } from '../../../compiler/src/validate/emit-validator.ts'
import { createModuleWriter } from '../../../compiler/src/validate/module-writer.ts'
import { referenceSchema } from './reference-schema.ts'

const folder = join(import.meta.dirname, '../../../.fw/test-modules', String(process.pid))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

export async function loadModule(source: string): Promise<Readonly<Record<string, unknown>>> {
  mkdirSync(folder, { recursive: true })
  // Never a name that this process has imported before, however often this module itself is loaded.
  const file = join(folder, `${randomUUID()}.js`)
  writeFileSync(file, source)
  return import(/* @vite-ignore */ pathToFileURL(file).href)
}

/** Emits a separate module with the export `validator`. */
export function emitValidatorModule(source: ValidatorSource): string {
  const writer = createModuleWriter()
  const expression = emitValidator(writer, source)
  return `${writer.text()}\nexport const validator = ${expression}\n`
}

/** A validator without third-party schemas: its `parse` never returns a promise. */
export interface SyncValidator extends Validator {
  is(value: unknown): boolean
  parse(value: unknown): Checked
}

export async function loadValidator(tree: TypeTree, side: 'input' | 'output' = 'input'): Promise<SyncValidator> {
  const module = await loadModule(emitValidatorModule({ tree, schema: referenceSchema(tree, side), side }))
  return module.validator as SyncValidator
}

/** Many trees in one module: one file to write and import. */
export async function loadValidators(trees: readonly TypeTree[], side: 'input' | 'output'): Promise<SyncValidator[]> {
  const parts = trees.map((tree) => emitValidatorModule({ tree, schema: referenceSchema(tree, side), side }))
  const modules = await Promise.all(parts.map(loadModule))
  return modules.map((module) => module.validator as SyncValidator)
}

export function treeOf(root: TypeNode, defs: TypeTree['defs'] = {}): TypeTree {
  return { root, defs }
}
