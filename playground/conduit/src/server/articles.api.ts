import { api, type Call, type Int } from '@fw/runtime'
import {
  type Article,
  type ArticleSummary,
  addArticle,
  changeArticle,
  getArticle,
  listArticles,
  removeArticle,
  setFavorite,
} from '../data/articles.ts'
import { requireUser } from '../signed-in.ts'

interface Slice {
  /**
   * Maximum number of articles.
   * @minimum 1
   * @maximum 100
   */
  limit?: Int
  /**
   * Number of newer articles to skip.
   * @minimum 0
   */
  offset?: Int
}

interface Filter extends Slice {
  /** Only articles with this tag. */
  tag?: string
  /** Only articles of the user with this name. */
  author?: string
  /** Only favorites of the user with this name. */
  favorited?: string
}

interface Articles {
  articles: ArticleSummary[]
  articlesCount: Int
}

interface NewArticle {
  /** @minLength 1 */
  title: string
  /** @minLength 1 */
  description: string
  /**
   * Markdown.
   * @minLength 1
   */
  body: string
  tagList?: string[]
}

interface OneArticle {
  article: Article
}

/** Finds articles of all authors, the newest first. */
export const list = api({
  readonly: true,
  http: 'GET /api/articles',
  run: ({ input: { limit = 20, offset = 0, ...filter }, ctx }: Call<Filter>): Articles =>
    listArticles({ ...filter, limit, offset }, ctx.user),
})

/** Finds articles of authors that the signed-in user follows, the newest first. */
export const feed = api({
  readonly: true,
  http: 'GET /api/articles/feed',
  run: ({ input: { limit = 20, offset = 0 }, ctx }: Call<Slice>): Articles => {
    const user = requireUser(ctx)
    return listArticles({ followedBy: user, limit, offset }, user)
  },
})

/** Reads one article with its text. */
export const get = api({
  readonly: true,
  http: 'GET /api/articles/[slug]',
  run: ({ input, ctx }: Call<{ slug: string }>): OneArticle => ({ article: getArticle(input.slug, ctx.user) }),
})

/** Publishes an article under a slug of its title. */
export const create = api({
  guard: 'confirm',
  http: 'POST /api/articles',
  status: 201,
  run: ({ input: { article }, ctx }: Call<{ article: NewArticle }>): OneArticle => ({
    article: addArticle(requireUser(ctx), { ...article, tagList: article.tagList ?? [] }),
  }),
})

/** Replaces the given parts of an article. A new title changes its slug. */
export const change = api({
  guard: 'confirm',
  http: 'PUT /api/articles/[slug]',
  run: ({
    input: { slug, article },
    ctx,
  }: Call<{ slug: string; article: { title?: string; description?: string; body?: string } }>): OneArticle => ({
    article: changeArticle(requireUser(ctx), slug, article),
  }),
})

/** Removes an article with its comments, for all readers. */
export const remove = api({
  guard: 'confirm',
  http: 'DELETE /api/articles/[slug]',
  status: 204,
  run: ({ input, ctx }: Call<{ slug: string }>) => {
    removeArticle(requireUser(ctx), input.slug)
    return null
  },
})

/** Adds an article to the favorites of the signed-in user. */
export const favorite = api({
  http: 'POST /api/articles/[slug]/favorite',
  run: ({ input, ctx }: Call<{ slug: string }>): OneArticle => ({
    article: setFavorite(requireUser(ctx), input.slug, true),
  }),
})

/** Removes an article from the favorites of the signed-in user. */
export const unfavorite = api({
  http: 'DELETE /api/articles/[slug]/favorite',
  run: ({ input, ctx }: Call<{ slug: string }>): OneArticle => ({
    article: setFavorite(requireUser(ctx), input.slug, false),
  }),
})
