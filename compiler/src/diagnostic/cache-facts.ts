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
 * value that the input lacks, it has a value in brackets where only `invalidates` fills them in.
 */
export interface CacheTagFact {
  readonly problem: 'unknown' | 'none' | 'value' | 'brackets'
  /** The tag; of `value` the name of the value. */
  readonly name: string
  /** Who drops it: `invalidates` or `revalidateTag`; of `value` the tool. */
  readonly of: string
  readonly span: SourceSpan
  readonly nearest?: string
  readonly fixes?: readonly Fix[]
}
