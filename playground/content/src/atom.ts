/** The articles in a language as an Atom feed, with their whole text. */
import type { Locale } from '@fw/runtime'
import { type Article, listArticles } from './articles.ts'
import { SITE_NAME, SITE_URL } from './site.ts'

export function createFeed(language: Locale): string {
  const articles = listArticles(language)
  const self = `${SITE_URL}/${language}/feed.xml`
  const updated = articles.map(readChange).sort().at(-1) ?? '1970-01-01'
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}" xml:base="${SITE_URL}/">
  <title>${escapeXml(SITE_NAME)}</title>
  <id>${self}</id>
  <link rel="self" href="${self}"/>
  <link rel="alternate" type="text/html" href="${SITE_URL}/${language}"/>
  <updated>${toTime(updated)}</updated>
  <author><name>${escapeXml(SITE_NAME)}</name></author>
${articles.map(toEntry).join('\n')}
</feed>
`
}

function toEntry(article: Article): string {
  const url = `${SITE_URL}/${article.language}/articles/${article.slug}`
  return `  <entry>
    <title>${escapeXml(article.title)}</title>
    <id>${url}</id>
    <link rel="alternate" type="text/html" href="${url}"/>
    <published>${toTime(article.date)}</published>
    <updated>${toTime(readChange(article))}</updated>
    <summary>${escapeXml(article.description)}</summary>
${article.tags.map((tag) => `    <category term="${tag}"/>`).join('\n')}
    <content type="html">${escapeXml(article.html)}</content>
  </entry>`
}

const readChange = ({ date, updated = date }: Article) => updated

const toTime = (date: string) => `${date}T00:00:00Z`

/** Escapes a string, and removes control characters, which XML doesn't allow. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
