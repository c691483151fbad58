import type { FeedConfig } from '@fw/runtime'
import { readPosts } from './posts.ts'
import { AUTHOR } from './site.ts'

const feed: FeedConfig = {
  items: () =>
    readPosts().map(({ slug, title, description, date }) => ({
      url: `/posts/${slug}`,
      title,
      description,
      date,
      author: AUTHOR,
    })),
}

export default feed
