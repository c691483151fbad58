import { revalidateTag } from '@fw/runtime'
import { archiveDone } from './cards.ts'
import { database } from './database.ts'

/** Archives the finished cards that haven't changed since `before`, and invalidates their boards. Returns these boards. */
export async function archiveCards(before: Date): Promise<string[]> {
  const boards = archiveDone(database(), before)
  // Known only now, so `invalidates` can't name them.
  await Promise.all(boards.map((board) => revalidateTag(`board-${board}`)))
  return boards
}
