/** Access to the single files of an app: from disk, or from the buffers of an editor, with the editor's TypeScript. */
import { createEngine, type Engine, type Provider, provideInput } from '../engine/engine.ts'
import { defineInput, type Read } from '../engine/query.ts'
import type { Trace } from '../engine/trace.ts'
import type { ts } from '../program/typescript.ts'
import type { FilesBelow } from './modules/folder-files.ts'

/** Text of a file, relative to the root, or `undefined` if it doesn't exist. */
export const TEXT = defineInput<string | undefined>('text')

/** The reader itself, for queries. */
export const READER = defineInput<AppReader>('reader', Object.is)

export interface AppReader {
  /** TypeScript itself, which the first access may load. */
  readonly ts: typeof ts
  /** Absolute, with `/`. */
  readonly root: string
  /** Reads inputs and queries of the app. */
  readonly read: Read
  /** Returns the current content of a file, relative to the root, or `undefined` if it doesn't exist. */
  textOf(file: string): string | undefined
  /** Cached listing, if several analyses read the same folders. */
  readonly list?: FilesBelow
  /** Parses `text` as `file`. The nodes of the tree have parents. */
  parse(file: string, text: string): ts.SourceFile
}

interface ReaderParts extends Omit<AppReader, 'read' | 'ts'> {
  /** Returns TypeScript, and loads it if necessary. */
  readonly loadTypeScript: () => typeof ts
}

/**
 * Creates a reader with its engine, which caches the texts until they are invalidated.
 *
 * @param providers Those of further inputs.
 * @param trace Receives what is computed and reused.
 */
export function openReader(
  { textOf, loadTypeScript, ...parts }: ReaderParts,
  providers: readonly Provider[] = [],
  trace?: Trace,
): { readonly reader: AppReader; readonly engine: Engine } {
  const engine = createEngine([provideInput(TEXT, textOf), provideInput(READER, () => reader), ...providers], trace)
  const reader: AppReader = {
    ...parts,
    get ts() {
      return loadTypeScript()
    },
    read: engine.read,
    textOf: (file) => engine.read(TEXT, file),
  }
  return { reader, engine }
}
