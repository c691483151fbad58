import type { FeedConfig } from '@fw/runtime'
import { database } from './server/database.ts'
import { newestProducts } from './server/product.ts'

const feed: FeedConfig = {
  title: 'New at Halden',
  description: 'What came into the shop last.',
  items: () =>
    newestProducts(database(), 20).map(({ slug, name, summary }) => ({
      url: `/products/${slug}`,
      title: name,
      description: summary,
    })),
}

export default feed
