/** What was seen of what pages and functions keep. */
import type { Fix, SourceSpan } from '../model.ts'

/** Something in the `cache` export of a page that is no policy. */
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
 * What is wrong with a tag that `invalidates` or `revalidateTag` drops: nothing carries it, nothing carries any, it names a
 * value that the input lacks, or one that is no text, it has a value in brackets where only `invalidates` fills them in.
 */
export interface CacheTagFact {
  readonly problem: 'unknown' | 'none' | 'value' | 'shape' | 'brackets'
  /** The tag; of `value` and `shape` the name of the value. */
  readonly name: string
  /** Who drops it: `invalidates` or `revalidateTag`; of `value` and `shape` the tool. */
  readonly of: string
  /** Of `shape`: what the value is, as `a Date`. */
  readonly kind?: string
  readonly span: SourceSpan
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}
