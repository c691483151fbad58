/** Fixes of the plainest kinds. */
import type { Fix, SourceSpan } from '../model.ts'

/** Puts `text` in place of what stands at `span`. */
export function replacement(title: string, span: SourceSpan, text: string): Fix {
  return { title, edits: [{ span, text }] }
}

/** The fix for a misspelled name, where one is spelled like it; nothing else. */
export function nearestFix(
  nearest: string | undefined,
  span: SourceSpan,
  written: (name: string) => string,
): { readonly fixes?: readonly Fix[] } {
  return nearest === undefined ? {} : { fixes: [replacement(`Change to "${nearest}"`, span, written(nearest))] }
}

/** The fixes that a fact brings along, as part of a finding. */
export function pickFixes({ fixes }: { readonly fixes?: readonly Fix[] }): { readonly fixes?: readonly Fix[] } {
  return fixes === undefined ? {} : { fixes }
}
