/** Accounts. */
import type { Db } from './database.ts'
import { passwordMatches } from './password.ts'

export interface User {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly scopes: readonly string[]
}

// Compared for unknown addresses, so that the response time does not reveal which addresses exist.
const NOBODY = 'AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** The user whose address and password these are. */
export async function authenticate(db: Db, email: string, password: string): Promise<User | undefined> {
  const row = db.prepare('SELECT * FROM users WHERE email = ?').get(email.toLowerCase()) as UserRow | undefined
  const matches = await passwordMatches(password, row?.password ?? NOBODY)
  return row !== undefined && matches ? toUser(row) : undefined
}

export function findUser(db: Db, id: string): User | undefined {
  const row = db.prepare('SELECT * FROM users WHERE id = ?').get(id) as UserRow | undefined
  return row && toUser(row)
}

interface UserRow {
  id: string
  email: string
  name: string
  password: string
  /** JSON array. */
  scopes: string
}

function toUser({ id, email, name, scopes }: UserRow): User {
  return { id, email, name, scopes: JSON.parse(scopes) as string[] }
}
