/** Creates simple fixes. */
import type { Fix, SourceSpan } from '../model.ts'

/** Replaces the content of `span` with `text`. */
export function replacement(title: string, span: SourceSpan, text: string): Fix {
  return { title, edits: [{ span, text }] }
}

/** Returns the fix for a misspelled name, if there is a similar one. */
export function nearestFix(
  nearest: string | undefined,
  span: SourceSpan,
  written: (name: string) => string,
): { readonly fixes?: readonly Fix[] } {
  return nearest === undefined ? {} : { fixes: [replacement(`Change to "${nearest}"`, span, written(nearest))] }
}

/** Returns the fixes of a fact, as part of a finding. */
export function pickFixes({ fixes }: { readonly fixes?: readonly Fix[] }): { readonly fixes?: readonly Fix[] } {
  return fixes === undefined ? {} : { fixes }
}
