/** Boards and cards: their types and operations. */
import { FwError, type Int } from '@fw/runtime'
import { type Db, inTransaction } from './database.ts'

export type Status = 'todo' | 'doing' | 'done'

export const STATUSES: readonly Status[] = ['todo', 'doing', 'done']

export interface Card {
  id: Int
  title: string
  status: Status
}

export interface BoardSummary {
  slug: string
  name: string
  /** Cards that aren't done. */
  open: Int
}

export interface ArchivedCard {
  title: string
  board: string
  /** When it was last changed. */
  at: Date
}

export function listBoards(db: Db): BoardSummary[] {
  return db
    .prepare(
      `SELECT slug, name, (SELECT count(*) FROM cards WHERE board = slug AND status IN ('todo', 'doing')) AS open
       FROM boards ORDER BY name`,
    )
    .all() as BoardSummary[]
}

/** The cards of a board in their order, without archived ones. Throws `not_found` for an unknown board. */
export function listCards(db: Db, board: string): Card[] {
  expectBoard(db, board)
  return db
    .prepare(`SELECT id, title, status FROM cards WHERE board = ? AND status != 'archived' ORDER BY position, id`)
    .all(board) as Card[]
}

export function addCard(db: Db, board: string, title: string): Card {
  return inTransaction(db, () => {
    expectBoard(db, board)
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO cards (board, status, title, position, changed_at)
         SELECT ?, 'todo', ?, coalesce(max(position), 0) + 1, ? FROM cards WHERE board = ?`,
      )
      .run(board, title, Date.now(), board)
    return { id: Number(lastInsertRowid), title, status: 'todo' as const }
  })
}

/** Moves a card to the end of another column. Throws `not_found` for a card that the board doesn't have. */
export function moveCard(db: Db, board: string, id: Int, status: Status): Card {
  return inTransaction(db, () => {
    const { changes } = db
      .prepare(
        `UPDATE cards SET status = ?, changed_at = ?, position = (SELECT max(position) + 1 FROM cards WHERE board = ?)
         WHERE id = ? AND board = ? AND status != 'archived'`,
      )
      .run(status, Date.now(), board, id, board)
    if (changes === 0) throw noCard(id)
    return db.prepare('SELECT id, title, status FROM cards WHERE id = ?').get(id) as Card
  })
}

export function removeCard(db: Db, board: string, id: Int): void {
  const { changes } = db.prepare(`DELETE FROM cards WHERE id = ? AND board = ?`).run(id, board)
  if (changes === 0) throw noCard(id)
}

/** Archives the finished cards that haven't changed since `before`. Returns the boards that had some. */
export function archiveDone(db: Db, before: Date): string[] {
  return inTransaction(db, () => {
    const found = [before.getTime()]
    const boards = db
      .prepare(`SELECT DISTINCT board FROM cards WHERE status = 'done' AND changed_at < ?`)
      .all(found) as { board: string }[]
    db.prepare(`UPDATE cards SET status = 'archived' WHERE status = 'done' AND changed_at < ?`).run(found)
    return boards.map(({ board }) => board)
  })
}

export function listArchived(db: Db): ArchivedCard[] {
  const rows = db
    .prepare(
      `SELECT title, name, changed_at FROM cards JOIN boards ON slug = board
       WHERE status = 'archived' ORDER BY changed_at DESC, id DESC LIMIT 100`,
    )
    .all() as { title: string; name: string; changed_at: number }[]
  return rows.map(({ title, name, changed_at }) => ({ title, board: name, at: new Date(changed_at) }))
}

function expectBoard(db: Db, board: string): void {
  if (db.prepare('SELECT 1 FROM boards WHERE slug = ?').get(board) === undefined)
    throw new FwError('not_found', { message: `There is no board called "${board}".` })
}

function noCard(id: Int): FwError {
  return new FwError('not_found', { message: `The board has no card ${id}.` })
}
