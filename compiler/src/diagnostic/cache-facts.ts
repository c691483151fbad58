/** Facts about cached pages and functions. */
import type { Fix, SourceSpan } from '../model.ts'

/** Something invalid in the `cache` export of a page. */
export interface CachePolicyFact {
  readonly problem: 'shape' | 'unknown' | 'scope' | 'no-scope' | 'dynamic-scope' | 'seconds' | 'tags' | 'tag-param'
  readonly file: string
  /** The field, value or parameter. */
  readonly name: string
  readonly span: SourceSpan
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}

/**
 * Problem of a tag that `invalidates` or `revalidateTag` names: no page or function has it, none has any tag, it names
 * a value that the input lacks, a value that can't be a string, or it has a value in brackets where only `invalidates`
 * fills them in.
 */
export interface CacheTagFact {
  readonly problem: 'unknown' | 'none' | 'value' | 'shape' | 'brackets'
  /** The tag; for `value` and `shape` the name of the value. */
  readonly name: string
  /** Where it is invalidated: `invalidates` or `revalidateTag`; for `value` and `shape` the tool. */
  readonly of: string
  /** For `shape`: the kind of value, such as `a Date`. */
  readonly kind?: string
  readonly span: SourceSpan
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}
