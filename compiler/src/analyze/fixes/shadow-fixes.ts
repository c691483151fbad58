/** Fixes for a redirect or rewrite that never matches: moves it in its list, or removes it. */
import { createSpan } from '#diagnostic/code-frame.ts'
import type { Fix, SourceSpan } from '#model.ts'

/** Access to the configuration's positions, such as `redirects[0]`, and the content of files, relative to the root. */
export interface RuleSource {
  placeOf(path: string): SourceSpan | undefined
  textOf(file: string): string | undefined
}

/** A rule by its list and index. */
export interface RulePlace {
  readonly kind: 'redirects' | 'rewrites'
  readonly index: number
}

/**
 * `first` matches all paths of `own`. Returns no fixes if the rules aren't literal. Only a redirect can be moved: a
 * rewrite that begins to match could show a page under a path that was protected.
 */
export function shadowFixes(source: RuleSource, own: RulePlace, first: RulePlace): readonly Fix[] {
  const { kind, index } = own
  const span = elementAt(source, own)
  const text = span && source.textOf(span.file)
  if (span === undefined || text === undefined) return []
  const [before, after] = [elementAt(source, { kind, index: index - 1 }), elementAt(source, { kind, index: index + 1 })]
  const start = after === undefined ? (before?.end ?? span.start) : span.start
  const end = after?.start ?? span.end
  const removal = { span: createSpan(span.file, text, start, end), text: '' }
  const remove = { title: 'Remove the rule', edits: [removal] }
  const target = first.kind === 'redirects' && kind === 'redirects' ? elementAt(source, first) : undefined
  if (target === undefined) return [remove]
  const indent = /(?:^|\n)([ \t]*)$/.exec(text.slice(0, target.start))?.[1]
  const gap = indent === undefined ? ' ' : `\n${indent}`
  const inserted = `${text.slice(span.start, span.end)},${gap}`
  const place = createSpan(span.file, text, target.start, target.start)
  return [{ title: 'Move the rule up', edits: [{ span: place, text: inserted }, removal] }, remove]
}

/** Returns the position of the rule, if it is literal in its list. */
function elementAt({ placeOf }: RuleSource, { kind, index }: RulePlace): SourceSpan | undefined {
  const list = placeOf(kind)
  const span = index < 0 ? undefined : placeOf(`${kind}[${index}]`)
  return list && span && span.file === list.file && span.start > list.start && span.end < list.end ? span : undefined
}
