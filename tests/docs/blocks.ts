/** The pages of the documentation and their code blocks. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY } from '../structure/source-tree.ts'

export interface Block {
  readonly language: string
  /** Name of the file, from its first line (`// src/env.ts`) or from the text after the language. */
  readonly path: string | undefined
  /** Code without the line that names the file. */
  readonly text: string
  /** Line number of its first line in the page, starting at 1. */
  readonly line: number
}

export interface Page {
  /** Path relative to `docs/`, such as `guide/pages.md`. */
  readonly path: string
  readonly text: string
  readonly blocks: readonly Block[]
}

/** Returns every handwritten page. The reference is excluded, because it is generated from compiled sources. */
export function readPages(): readonly Page[] {
  return readdirSync(join(REPOSITORY, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.startsWith('reference/'))
    .map((path) => pageOf(path, readFileSync(join(REPOSITORY, 'docs', path), 'utf8')))
    .concat(pageOf('guide/codemods.md', readFileSync(join(REPOSITORY, 'codemods/README.md'), 'utf8')))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

export function pageOf(path: string, text: string): Page {
  const blocks = [...text.matchAll(/^```(\w+)(?: ([^\n]+))?\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language = '', 2: info, 3: code = '' }) => {
      const named = /^(?:\/\/|\/\*) ([\w./[\]=()-]+\.\w+)(?: \*\/)?\n/.exec(code)
      const skipped = named?.[0].length ?? 0
      const line = text.slice(0, index).split('\n').length + (skipped > 0 ? 2 : 1)
      return { language, path: named?.[1] ?? info, text: code.slice(skipped), line }
    },
  )
  return { path, text, blocks }
}
