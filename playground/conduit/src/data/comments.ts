import { FwError } from '@fw/runtime'
import { requireArticle } from './articles.ts'
import { all, first, run } from './database.ts'
import { getProfile, type Profile, type User } from './users.ts'

export interface Comment {
  id: number
  createdAt: Date
  updatedAt: Date
  body: string
  author: Profile
}

/** Returns the newest comments first. */
export function listComments(slug: string, viewer: User | undefined): Comment[] {
  const rows = all(
    `select comments.id as id, body, created_at, username from comments join users on users.id = comments.author
      where article = ? order by comments.id desc`,
    requireArticle(slug),
  )
  return rows.map(({ id, body, created_at: at, username }) => ({
    id: Number(id),
    createdAt: new Date(Number(at)),
    updatedAt: new Date(Number(at)),
    body: String(body),
    author: getProfile(String(username), viewer),
  }))
}

export function addComment(author: User, slug: string, body: string): Comment {
  const at = Date.now()
  const id = run(
    'insert into comments (article, author, body, created_at) values (?, ?, ?, ?)',
    requireArticle(slug),
    author.id,
    body,
    at,
  )
  const date = new Date(at)
  return { id, createdAt: date, updatedAt: date, body, author: getProfile(author.username, author) }
}

export function removeComment(author: User, slug: string, id: number): void {
  const row = first('select author from comments where id = ? and article = ?', id, requireArticle(slug))
  if (row === undefined) throw new FwError('not_found', { message: 'There is no such comment.' })
  if (row.author !== author.id)
    throw new FwError('not_author', { status: 403, message: 'Only the author may remove a comment.' })
  run('delete from comments where id = ?', id)
}
