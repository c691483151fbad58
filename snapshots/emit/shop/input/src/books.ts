export interface Book {
  title: string
  /** Minor units. */
  cents: number
  published: Date
}

const BOOKS: readonly Book[] = []

export function findBooks(query: string, limit: number): Book[] {
  return BOOKS.filter(({ title }) => title.includes(query)).slice(0, limit)
}
