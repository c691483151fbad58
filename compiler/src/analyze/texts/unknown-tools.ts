/** Checks tool names in an app's files against the existing tools. */

import { nearestFix } from '#diagnostic/fix.ts'
import type { AppModel, ConventionFiles, Fix, SourceSpan } from '#model.ts'
import { knownApis, knownTools } from '../apis/known-tools.ts'
import type { AppReader } from '../app-reader.ts'
import type { ToolMention } from './tool-mentions.ts'

/** A string that should name a tool, but names none, or one that can't be called there. */
export interface UnknownToolFact {
  readonly name: string
  /** Whether it is a page tool, in a place without an open page. */
  readonly isOfPage?: boolean
  /** Span with quotes. */
  readonly span: SourceSpan
  /** Full name of the most similar tool. */
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}

/** Checks `mentions` of tools. `model` returns the whole app, and is called only if there are mentions. */
export function findUnknownTools(
  reader: AppReader,
  files: ConventionFiles,
  model: () => Pick<AppModel, 'modules' | 'components'>,
  mentions: readonly ToolMention[],
): readonly UnknownToolFact[] {
  if (mentions.length === 0) return []
  const all = knownTools(model())
  const apis = knownApis(model())
  const hasRemote = files.agent !== undefined && /\bmcp\b\s*[:,}]/.test(reader.textOf(files.agent) ?? '')
  const fits = ({ name, spelling, isPageless }: ToolMention) => (isPageless ? apis : all).has(name, spelling)
  return mentions
    .filter((mention) => !fits(mention) && (!hasRemote || all.isOwn(mention.name)))
    .map(({ name, span, inside, spelling, isPageless }) => {
      if (isPageless && all.has(name, spelling)) return { name, span, isOfPage: true }
      const nearest = (isPageless ? apis : all).nearest(name)
      const fixes = inside === undefined ? {} : nearestFix(nearest, inside, (meant) => meant)
      return { name, span, ...(nearest !== undefined && { nearest }), ...fixes }
    })
}
