/** The app's feed: the default export of `src/feed.ts`. */

export interface FeedItem {
  /** Root-relative or absolute URL. Feed readers use it as the item's identity. */
  readonly url: string
  readonly title: string
  /** Plain text, or HTML in a string. */
  readonly description?: string | undefined
  /** ISO 8601 date. */
  readonly date?: string | undefined
  /** The author's name. */
  readonly author?: string | undefined
}

/** The default export of `src/feed.ts`: the app's RSS feed, `/rss.xml`. */
export interface FeedConfig {
  /** Default: the app's title. */
  readonly title?: string | undefined
  /** Default: the app's description. */
  readonly description?: string | undefined
  /**
   * Returns the items, newest first. Called when the feed is requested, never at start; the result is cached for five
   * minutes.
   */
  readonly items: () => readonly FeedItem[] | Promise<readonly FeedItem[]>
}
