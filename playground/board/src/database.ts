/** The SQLite file of the boards: opened on first use, created and filled when it is new. */
import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import Database from 'libsql'

export type Db = Database.Database

const TABLES = `
  CREATE TABLE IF NOT EXISTS boards (slug TEXT PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS cards (
    id INTEGER PRIMARY KEY,
    board TEXT NOT NULL REFERENCES boards (slug),
    status TEXT NOT NULL,
    title TEXT NOT NULL,
    position REAL NOT NULL,
    changed_at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS cards_of_board ON cards (board, status, position);
`

const BOARDS = [
  {
    slug: 'harbour-day',
    name: 'Harbour day',
    cards: ['Rent the long tables', 'Ask the ferry for a stop', 'Print the programme', 'Test the sound by the pier'],
  },
  { slug: 'reading-room', name: 'Reading room', cards: ['Repair the lamp', 'Order the atlas', 'Label the shelves'] },
]

let open: Db | undefined

/** The one connection of this process: to `BOARD_DB`, else to `.fw/data/board.db` of the app, which no build removes. */
export function database(): Db {
  open ??= openDatabase(process.env.BOARD_DB ?? '.fw/data/board.db')
  return open
}

/** Opens a file, or `:memory:`. Safe to call from several processes at once. */
export function openDatabase(file: string): Db {
  if (file !== ':memory:') mkdirSync(dirname(resolve(file)), { recursive: true })
  const db = new Database(file, { timeout: 5000 })
  db.pragma('journal_mode = WAL')
  inTransaction(db, () => {
    db.exec(TABLES)
    fill(db)
  })
  return db
}

/** Runs `work` as one transaction that holds the write lock from its start. A throw rolls everything back. */
export function inTransaction<Result>(db: Db, work: () => Result): Result {
  return db.transaction(work).immediate()
}

function fill(db: Db): void {
  const addBoard = db.prepare('INSERT OR IGNORE INTO boards VALUES (?, ?)')
  const addCard = db.prepare(
    "INSERT INTO cards (board, status, title, position, changed_at) VALUES (?, 'todo', ?, ?, ?)",
  )
  for (const { slug, name, cards } of BOARDS)
    if (addBoard.run(slug, name).changes === 1)
      for (const [position, title] of cards.entries()) addCard.run(slug, title, position, Date.now())
}
