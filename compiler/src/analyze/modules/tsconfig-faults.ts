/**
 * Finds why the app's tsconfig.json can't be read. Loads no TypeScript: the build and dev call it when a file fails to
 * load.
 */

import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createSpan } from '#diagnostic/code-frame.ts'
import { blankJsonc, findTsconfig } from '#find-tsconfig.ts'
import type { SourceSpan } from '#model.ts'
import { relative } from '#slash-path.ts'
import { findBaseConfigs, readReferencePaths, resolveReference, tsconfigChain } from './outside-inputs.ts'

/** An error in tsconfig.json, or in a file that it extends. */
export interface TsconfigFact {
  /** `file`, `package`: it extends a missing one. `reference`: it refers to a missing one. `syntax`: it isn't valid JSON. */
  readonly problem: 'file' | 'package' | 'reference' | 'syntax'
  /** The missing path, relative to the root, or the name of the package; for `syntax` the file itself. */
  readonly target: string
  readonly span: SourceSpan
}

/** Reads the nearest tsconfig.json at or above `root`, and the files that it extends. */
export function findTsconfigFaults(root: string): readonly TsconfigFact[] {
  const files = tsconfigChain(root).filter(
    (file) => existsSync(file) && file.endsWith('.json') && !file.includes('/node_modules/'),
  )
  const own = files.filter((file) => file.endsWith('/tsconfig.json')).slice(0, 1)
  const project = findTsconfig(root) ?? own[0]
  return [
    ...files.flatMap((file) => readFaults(file, root)),
    ...[...new Set([...own, project])].flatMap((file) => (file === undefined ? [] : findMissingReferences(file, root))),
  ]
}

function readFaults(file: string, root: string): readonly TsconfigFact[] {
  const text = readFileSync(file, 'utf8')
  const local = relative(root, file)
  const syntax = findJsonFault(text)
  if (syntax !== undefined)
    return [{ problem: 'syntax', target: local, span: createSpan(local, text, syntax, syntax + 1) }]
  return findBaseConfigs(file).flatMap(({ name, start, candidates }): TsconfigFact[] => {
    if (candidates.some((one) => existsSync(one))) return []
    const isPath = /^\.{0,2}\//.test(name)
    const target = isPath ? relative(root, `${dirname(file)}/${name}`) : name
    const span = createSpan(local, text, start, start + name.length)
    return [{ problem: isPath ? 'file' : 'package', target, span }]
  })
}

/** A file's `references` aren't inherited. */
function findMissingReferences(file: string, root: string): readonly TsconfigFact[] {
  const text = readFileSync(file, 'utf8')
  const local = relative(root, file)
  return readReferencePaths(file).flatMap((path): TsconfigFact[] => {
    const config = resolveReference(file, path)
    const start = text.indexOf(JSON.stringify(path)) + 1
    const span = createSpan(local, text, start, start + path.length)
    const target = relative(root, config)
    return existsSync(config) ? [] : [{ problem: 'reference', target, span }]
  })
}

/**
 * Returns the offset of the first syntax error in JSON with comments, or `undefined` for valid JSON. TypeScript reads an
 * empty file as `{}`.
 */
function findJsonFault(text: string): number | undefined {
  const bare = blankJsonc(text)
  if (bare.trim() === '') return undefined
  try {
    JSON.parse(bare)
    return undefined
  } catch (error) {
    const [, position] = /position (\d+)/.exec(String(error)) ?? []
    // An error without a position means that the text ends too early.
    return position === undefined ? Math.max(0, text.trimEnd().length - 1) : Number(position)
  }
}
