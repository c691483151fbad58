import { api, type Call, FwError, href, useI18n } from '@fw/runtime'
import { type Article, findArticle, listArticles } from '../articles.ts'
import { findMatches } from '../search.ts'

/** Finds articles that contain every word of a query, the best match first. */
export const search = api({
  access: 'public',
  readonly: true,
  run: async ({ input }: Call<Query>): Promise<Found[]> => {
    const language = input.language ?? useI18n().locale
    return findMatches(listArticles(language), input.query).map(toFound)
  },
})

/** Returns an article as Markdown. */
export const read = api({
  access: 'public',
  readonly: true,
  run: async ({ input }: Call<Address>): Promise<Found & { markdown: string }> => {
    const article = findArticle(input.language ?? useI18n().locale, input.slug)
    if (article === undefined)
      throw new FwError('not_found', { message: `There is no article "${input.slug}". Find one with articles.search.` })
    return { ...toFound(article), markdown: article.markdown }
  },
})

interface Query {
  /**
   * Words or parts of words, in any case.
   * @minLength 1
   * @maxLength 100
   */
  query: string
  /** Default: the language of the caller. */
  language?: 'en' | 'de'
}

interface Address {
  /** From a result of articles.search. */
  slug: string
  /** Default: the language of the caller. */
  language?: 'en' | 'de'
}

interface Found {
  slug: string
  title: string
  description: string
  date: string
  tags: string[]
  /** Path of the page. */
  url: string
}

function toFound({ slug, title, description, date, tags, language }: Article): Found {
  const locale = language === 'de' ? 'de' : 'en'
  return { slug, title, description, date, tags: [...tags], url: href('/articles/[slug]', { slug }, { locale }) }
}
