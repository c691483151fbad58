import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { FwError } from '@fw/runtime'
import { all, first, run } from './database.ts'

/** A stored user. */
export interface User {
  readonly id: number
  readonly username: string
  readonly email: string
  readonly bio: string | null
  readonly image: string | null
}

/** What other users see. */
export interface Profile {
  username: string
  bio: string | null
  image: string | null
  following: boolean
}

interface NewUser {
  readonly username: string
  readonly email: string
  readonly password: string
}

const COLUMNS = 'id, username, email, bio, image'

export function findUser(id: number): User | undefined {
  return first(`select ${COLUMNS} from users where id = ?`, id) as User | undefined
}

export async function addUser({ username, email, password }: NewUser): Promise<User> {
  const hash = await hashPassword(password)
  expectFree({ username, email })
  const id = run('insert into users (username, email, password) values (?, ?, ?)', username, email.toLowerCase(), hash)
  return requireUser(id)
}

/** Returns the user with this e-mail address, if the password is right. */
export async function signIn(email: string, password: string): Promise<User | undefined> {
  const row = first('select id, password from users where email = ?', email.toLowerCase())
  // An unknown address takes as long as a wrong password.
  const isRight = await matchesPassword(password, String(row?.password ?? (await NO_PASSWORD)))
  return row !== undefined && isRight ? findUser(Number(row.id)) : undefined
}

/** Changes the given properties. */
export async function changeUser(user: User, changes: Partial<NewUser & Pick<User, 'bio' | 'image'>>): Promise<User> {
  const { username = user.username, email = user.email, password, bio = user.bio, image = user.image } = changes
  const hash = password === undefined ? undefined : await hashPassword(password)
  expectFree({ username, email }, user.id)
  run(
    'update users set username = ?, email = ?, bio = ?, image = ? where id = ?',
    username,
    email.toLowerCase(),
    bio,
    image,
    user.id,
  )
  if (hash !== undefined) run('update users set password = ? where id = ?', hash, user.id)
  return requireUser(user.id)
}

/** Returns the profile as `viewer` sees it. Throws `not_found` for an unknown name. */
export function getProfile(username: string, viewer: User | undefined): Profile {
  const { id, bio, image } = findByName(username)
  return { username, bio, image, following: isFollowing(viewer, id) }
}

export function setFollowing(viewer: User, username: string, follows: boolean): Profile {
  const { id } = findByName(username)
  if (follows) run('insert or ignore into follows (follower, followed) values (?, ?)', viewer.id, id)
  else run('delete from follows where follower = ? and followed = ?', viewer.id, id)
  return getProfile(username, viewer)
}

function isFollowing(viewer: User | undefined, followed: number): boolean {
  return (
    viewer !== undefined &&
    all('select 1 from follows where follower = ? and followed = ?', viewer.id, followed).length > 0
  )
}

function findByName(username: string): User {
  const user = first(`select ${COLUMNS} from users where username = ?`, username) as User | undefined
  if (user === undefined) throw new FwError('not_found', { message: `There is no user "${username}".` })
  return user
}

function requireUser(id: number): User {
  const user = findUser(id)
  if (user === undefined) throw new FwError('not_found')
  return user
}

function expectFree(wanted: Pick<User, 'username' | 'email'>, own = 0): void {
  for (const [name, value] of [
    ['username', wanted.username],
    ['email', wanted.email.toLowerCase()],
  ] as const)
    if (first(`select id from users where ${name} = ? and id <> ?`, value, own) !== undefined)
      throw new FwError(`${name}_taken`, {
        status: 409,
        message: `This ${name} is taken.`,
        issues: [{ path: `user.${name}`, message: 'is taken' }],
      })
}

const SALT_BYTES = 16
const KEY_BYTES = 32

/** Hashes in another thread, so that other requests don't wait. */
const derive = promisify<string, Buffer, number, Buffer>(scrypt)

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return `${salt.toString('hex')}:${(await derive(password, salt, KEY_BYTES)).toString('hex')}`
}

const NO_PASSWORD = hashPassword(randomBytes(SALT_BYTES).toString('hex'))

async function matchesPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', key = ''] = stored.split(':')
  const derived = await derive(password, Buffer.from(salt, 'hex'), KEY_BYTES)
  return timingSafeEqual(Buffer.from(key, 'hex'), derived)
}
