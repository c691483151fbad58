import { ts } from 'ts-morph'
import { expect } from 'vitest'
import { CODEMODS } from '../../codemods/src/catalogue.ts'
import { runCodemod } from '../../codemods/src/run.ts'
import { appOf, filesOf } from './temporary-app.ts'

/** An app, and the output of a codemod for it. */
export interface CodemodCase {
  readonly id: string
  readonly title: string
  readonly files: Readonly<Record<string, string>>
  /** The beginning of each line below a comment of the codemod, in the order of the output. */
  readonly lines: readonly string[]
  /** Strings that the output must contain. */
  readonly contains?: readonly string[]
  /** Strings that the output must not contain. */
  readonly without?: readonly string[]
}

/** Checks the output of the codemod, that all its scripts parse, and that a second run changes nothing. */
export async function checkCase({ id, files, lines, contains = [], without = [] }: CodemodCase): Promise<void> {
  const codemod = CODEMODS.find((one) => one.id === id)
  if (codemod === undefined) throw new Error(`There is no codemod ${id}.`)
  const root = appOf(files)
  await runCodemod(codemod, { root })
  const written = filesOf(root)
  expect(Object.keys(written).filter((path) => !parses(path, written[path] ?? ''))).toEqual([])
  const output = Object.entries(written)
    .map(([path, text]) => `// ${path}\n${text}`)
    .join('\n')
  const commented = readCommented(output, id)
  for (const line of lines) expect(commented, output).toContainEqual(expect.stringMatching(startWith(line)))
  for (const part of contains) expect(output).toContain(part)
  for (const part of without) expect(output).not.toContain(part)
  expect((await runCodemod(codemod, { root })).changes.map(({ file }) => file)).toEqual([])
}

function parses(fileName: string, text: string): boolean {
  if (!/\.[jt]sx?$/.test(fileName)) return true
  const { diagnostics = [] } = ts.transpileModule(text, { fileName, reportDiagnostics: true })
  return diagnostics.length === 0
}

/** Returns the beginning of each line directly below a comment of the codemod. */
function readCommented(text: string, id: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim())
  const isComment = (line = '') => line.startsWith(`// fw-codemod ${id}: `)
  return lines.filter((line, at) => isComment(lines[at - 1]) && !isComment(line))
}

function startWith(line: string): RegExp {
  return new RegExp(`^${line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
}
