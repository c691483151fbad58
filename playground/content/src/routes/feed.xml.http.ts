import { useI18n } from '@fw/runtime'
import { createFeed } from '../atom.ts'

/** The articles in a language as an Atom feed: `/en/feed.xml` and `/de/feed.xml`. */
export const GET = () =>
  new Response(createFeed(useI18n().locale), {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'public, max-age=300' },
  })
