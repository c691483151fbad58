import { api, type Call, FwError, type Int } from '@fw/runtime'
import { indexOfDocs } from '../index-of-docs.ts'
import { findChapter } from '../library.ts'
import { type Found, find } from '../search.ts'

interface Question {
  /**
   * A few words, as for a search engine.
   * @minLength 1
   * @maxLength 200
   * @example store seed
   */
  query: string
  /**
   * How many sections at most.
   * @minimum 1
   * @maximum 50
   * @default 10
   */
  limit?: Int
}

/** Find sections of the documentation of fw. Each has the address of its page; `docs.read` has the whole text. */
export const search = api({
  readonly: true,
  run: async ({ input }: Call<Question>): Promise<Found[]> => find(indexOfDocs(), input.query, input.limit ?? 10),
})

/** A page of the documentation as Markdown, by its address without a fragment, as `/guide/forms`. */
export const read = api({
  readonly: true,
  run: async ({ input }: Call<{ path: string }>): Promise<{ title: string; markdown: string }> => {
    const chapter = findChapter(input.path.replace(/^\/|\.md$|#.*$/g, ''))
    if (chapter === undefined)
      throw new FwError('invalid_input', {
        message: `Unknown page ${input.path}.`,
        issues: [{ path: 'path', message: 'is not the path of a page; use docs.search to find one' }],
      })
    return { title: chapter.title, markdown: chapter.markdown }
  },
})
