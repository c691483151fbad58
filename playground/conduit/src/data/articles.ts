import { FwError } from '@fw/runtime'
import { all, first, inTransaction, run } from './database.ts'
import { getProfile, type Profile, type User } from './users.ts'

/** An article as a reader sees it. */
export interface Article {
  slug: string
  title: string
  description: string
  body: string
  tagList: string[]
  createdAt: Date
  updatedAt: Date
  favorited: boolean
  favoritesCount: number
  author: Profile
}

/** An article in a list. */
export type ArticleSummary = Omit<Article, 'body'>

export interface NewArticle {
  readonly title: string
  readonly description: string
  readonly body: string
  readonly tagList: readonly string[]
}

export interface ArticleFilter {
  readonly tag?: string
  readonly author?: string
  readonly favorited?: string
  /** Restricts the list to authors that this user follows. */
  readonly followedBy?: User
  readonly limit: number
  readonly offset: number
}

const JOINED = 'from articles join users on users.id = articles.author'

/** Returns the newest articles first, and the number of all that match. */
export function listArticles(filter: ArticleFilter, viewer: User | undefined) {
  const conditions: readonly (readonly [condition: string, value: string | number | undefined])[] = [
    ['articles.id in (select article from tags where tag = ?)', filter.tag],
    ['users.username = ?', filter.author],
    [
      'articles.id in (select article from favorites join users on users.id = favorites.user where username = ?)',
      filter.favorited,
    ],
    ['articles.author in (select followed from follows where follower = ?)', filter.followedBy?.id],
  ]
  const given = conditions.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]))
  const where = given.length === 0 ? '' : `where ${given.map(({ condition }) => condition).join(' and ')}`
  const values = given.map(({ value }) => value)
  const rows = all(
    `select slug ${JOINED} ${where} order by articles.created_at desc, articles.id desc limit ? offset ?`,
    ...values,
    filter.limit,
    filter.offset,
  )
  const total = first(`select count(*) as total ${JOINED} ${where}`, ...values)
  const articles = rows.map(({ slug }): ArticleSummary => {
    const { body: _, ...article } = getArticle(String(slug), viewer)
    return article
  })
  return { articles, articlesCount: Number(total?.total ?? 0) }
}

/** Throws `not_found` for an unknown slug. */
export function getArticle(slug: string, viewer: User | undefined): Article {
  const row = first(
    `select articles.id as id, title, description, body, created_at, updated_at, username,
      (select count(*) from favorites where article = articles.id) as favorites_count,
      exists (select 1 from favorites where article = articles.id and user = ?) as favorited ${JOINED} where slug = ?`,
    viewer?.id ?? 0,
    slug,
  )
  if (row === undefined) throw new FwError('not_found', { message: `There is no article "${slug}".` })
  return {
    slug,
    title: String(row.title),
    description: String(row.description),
    body: String(row.body),
    tagList: all('select tag from tags where article = ? order by tag', Number(row.id)).map(({ tag }) => String(tag)),
    createdAt: new Date(Number(row.created_at)),
    updatedAt: new Date(Number(row.updated_at)),
    favorited: row.favorited === 1,
    favoritesCount: Number(row.favorites_count),
    author: getProfile(String(row.username), viewer),
  }
}

export function addArticle(author: User, { title, description, body, tagList }: NewArticle): Article {
  const slug = createSlug(title)
  const now = Date.now()
  inTransaction(() => {
    const id = run(
      'insert into articles (slug, title, description, body, author, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)',
      slug,
      title,
      description,
      body,
      author.id,
      now,
      now,
    )
    for (const tag of new Set(tagList)) run('insert into tags (article, tag) values (?, ?)', id, tag)
  })
  return getArticle(slug, author)
}

/** A new title changes the slug. */
export function changeArticle(author: User, slug: string, changes: Partial<NewArticle>): Article {
  const id = requireOwn(author, slug)
  const before = getArticle(slug, author)
  const { title = before.title, description = before.description, body = before.body } = changes
  const next = title === before.title ? slug : createSlug(title)
  run(
    'update articles set slug = ?, title = ?, description = ?, body = ?, updated_at = ? where id = ?',
    next,
    title,
    description,
    body,
    Date.now(),
    id,
  )
  return getArticle(next, author)
}

export function removeArticle(author: User, slug: string): void {
  run('delete from articles where id = ?', requireOwn(author, slug))
}

export function setFavorite(user: User, slug: string, isFavorite: boolean): Article {
  const id = requireArticle(slug)
  if (isFavorite) run('insert or ignore into favorites (article, user) values (?, ?)', id, user.id)
  else run('delete from favorites where article = ? and user = ?', id, user.id)
  return getArticle(slug, user)
}

export function listTags(): readonly string[] {
  return all('select tag, count(*) as uses from tags group by tag order by uses desc, tag').map(({ tag }) =>
    String(tag),
  )
}

/** Returns the id of an article. Throws `not_found`. */
export function requireArticle(slug: string): number {
  const row = first('select id from articles where slug = ?', slug)
  if (row === undefined) throw new FwError('not_found', { message: `There is no article "${slug}".` })
  return Number(row.id)
}

function requireOwn(author: User, slug: string): number {
  const id = requireArticle(slug)
  const row = first('select author from articles where id = ?', id)
  if (row?.author !== author.id)
    throw new FwError('not_author', { status: 403, message: 'Only the author may change an article.' })
  return id
}

/** Returns an unused slug: `how-to-brew`, or with a number. */
function createSlug(title: string): string {
  const base =
    title
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'article'
  for (let count = 1; ; count += 1) {
    const slug = count === 1 ? base : `${base}-${count}`
    if (first('select id from articles where slug = ?', slug) === undefined && slug !== 'feed') return slug
  }
}
