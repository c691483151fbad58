/**
 * Measures names, words and folders of the repository: the numbers of `npm run structure`, and the limits of the
 * checks.
 */
import { checkDoubledNames } from './checks/doubled-names.ts'
import { countFolderFiles } from './checks/folder-sizes.ts'
import { isParticiple, listFunctions, usesOfSuffix } from './checks/function-names.ts'
import { listDocuments, listSources, listSourceTexts, measureWords } from './checks/word-budget.ts'
import type { SourceFile } from './source-tree.ts'

interface Measure {
  readonly title: string
  /** Value in November 2026, before the names were changed. */
  readonly before: number
  readonly now: number
  readonly target: number
}

/** Returns the share of `part` in `whole`, in percent. */
function share(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100
}

export function measureStructure(files: readonly SourceFile[]): readonly Measure[] {
  const functions = listFunctions(files)
  const folders = [...countFolderFiles(files).values()]
  const docs = measureWords(listDocuments(files).map(({ text }) => text))
  const sources = measureWords(listSources(files).flatMap(listSourceTexts))
  const before = [5, 6.6, 2.8, 3.5, 3.4, 0.55]
  return [
    {
      title: 'functions called xOf, %',
      before: 12.2,
      now: share(functions.filter(usesOfSuffix).length, functions.length),
      target: 0.5,
    },
    {
      title: 'functions named by a participle, %',
      before: 5.9,
      now: share(functions.filter(isParticiple).length, functions.length),
      target: 1,
    },
    {
      title: 'exported names with two meanings',
      before: 65,
      now: checkDoubledNames(files, ['island', 'live']).length,
      target: 0,
    },
    { title: 'files in the largest folder', before: 108, now: Math.max(...folders), target: 40 },
    ...docs.map(({ title, share: now, most: target }, index) => ({
      title: `docs, per 1,000 words: ${title}`,
      before: before[index] ?? 0,
      now,
      target,
    })),
    ...sources.map(({ title, share: now, most: target }, index) => ({
      title: `comments and messages, per 1,000 words: ${title}`,
      before: before[index] ?? 0,
      now,
      target,
    })),
  ]
}

/** Prints one line per measure, in columns. */
export function printStructure(measures: readonly Measure[]): readonly string[] {
  const digits = (value: number): string => String(Math.round(value * 100) / 100).padStart(8)
  const width = Math.max(...measures.map(({ title }) => title.length))
  return [
    `${''.padEnd(width)} ${'before'.padStart(8)} ${'now'.padStart(8)} ${'to reach'.padStart(8)}`,
    ...measures.map((one) => {
      const reached = one.now <= one.target ? '' : '  open'
      return `${one.title.padEnd(width)} ${digits(one.before)} ${digits(one.now)} ${digits(one.target)}${reached}`
    }),
  ]
}
