/** The feed of an app: what `src/feed.ts` exports by default (spec: FeedConfig). */

export interface FeedItem {
  /** Root-relative or absolute; also the item's identity for readers. */
  readonly url: string
  readonly title: string
  /** Text, or HTML as text. */
  readonly description?: string | undefined
  /** ISO date. */
  readonly date?: string | undefined
  /** A name. */
  readonly author?: string | undefined
}

/** What `src/feed.ts` exports: the app's RSS feed, `/rss.xml`. */
export interface FeedConfig {
  /** Default: the app's title. */
  readonly title?: string | undefined
  /** Default: the app's description. */
  readonly description?: string | undefined
  /** Newest first. Runs when the feed is asked for, never at start; what it answers is kept for five minutes. */
  readonly items: () => readonly FeedItem[] | Promise<readonly FeedItem[]>
}
