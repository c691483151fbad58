/** Finds articles that contain every word of a query, those with the words in the title first. */
import type { Article } from './articles.ts'

const FIELDS = [
  { weight: 10, read: ({ title }: Article) => title },
  { weight: 4, read: ({ description }: Article) => description },
  { weight: 1, read: ({ text }: Article) => text },
]

export function findMatches(articles: readonly Article[], query: string): readonly Article[] {
  const words = normalize(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return articles
    .map((article) => ({ article, score: rate(article, words) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .map(({ article }) => article)
}

/** Returns 0 if a word is in no field. */
function rate(article: Article, words: readonly string[]): number {
  const fields = FIELDS.map(({ weight, read }) => ({ weight, text: normalize(read(article)) }))
  const scores = words.map((word) =>
    fields.reduce((sum, { weight, text }) => sum + (text.includes(word) ? weight : 0), 0),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}

/** Lower case, without accents: "Überschrift" is found by "uberschrift". */
function normalize(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
