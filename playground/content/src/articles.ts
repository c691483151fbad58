/** The articles of `content/`. The build reads and checks the files: see `articles/plugin.ts`. */
import type { Locale } from '@fw/runtime'
import type { Article } from '../articles/plugin.ts'
import { TAGS, type TagId } from './tags.ts'

export type { Article }

const FILES = import.meta.glob<Article | undefined>('../content/*/*.md', { eager: true, import: 'default' })

const ARTICLES = Object.values(FILES)
  .filter((article) => article !== undefined)
  .sort((left, right) => right.date.localeCompare(left.date))

/** Returns the articles in a language, the newest first. */
export function listArticles(language: Locale): readonly Article[] {
  return ARTICLES.filter((article) => article.language === language)
}

export function findArticle(language: Locale, slug: string): Article | undefined {
  return listArticles(language).find((article) => article.slug === slug)
}

/** Returns the slugs of all articles, once each. */
export function listSlugs(): readonly string[] {
  return [...new Set(ARTICLES.map(({ slug }) => slug))]
}

export interface Tag {
  readonly id: TagId
  readonly name: string
  /** Number of articles in the language. */
  readonly count: number
}

/** Returns the tags that articles in a language have, sorted by name. */
export function listTags(language: Locale): readonly Tag[] {
  const used = listArticles(language).flatMap(({ tags }) => tags)
  return [...new Set(used)]
    .map((id) => ({ id, name: TAGS[id][language], count: used.filter((tag) => tag === id).length }))
    .sort((left, right) => left.name.localeCompare(right.name, language))
}
