/** What the pages of the app show. */
export interface Card {
  readonly id: string
  readonly title: string
}

export const state = {
  cards: [] as readonly Card[],
  notes: [] as readonly string[],
  /** The ordered items. */
  ordered: [] as string[],
  /** User of the session cookie. */
  isGone: false,
}
