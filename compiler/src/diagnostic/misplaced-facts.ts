/** Facts about files that the framework ignores because of their path. */
import type { SourceSpan } from '../model.ts'

/** A `_404` or `_500` in a subfolder of the routes folder, where it is ignored. */
export interface MisplacedErrorPageFact {
  readonly file: string
  readonly name: string
  readonly top: string
  readonly span: SourceSpan
}

/** A file that looks like a convention file, at a path where the framework doesn't look for it. */
export interface MisplacedConventionFact {
  readonly file: string
  /** The path of the convention. */
  readonly path: string
  /** Whether it is a middleware in the routes folder. */
  readonly inRoutes: boolean
  readonly span: SourceSpan
}
