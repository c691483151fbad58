/** The accounts of staff. */
import { randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto'
import { FwError } from '@fw/runtime'
import { env } from '@fw/runtime/server'
import { all, first, run } from './database.ts'

export interface Colleague {
  id: string
  email: string
  name: string
}

interface NewColleague {
  readonly email: string
  readonly name: string
  readonly password: string
}

const COLUMNS = 'id, email, name'

export function listStaff(): readonly Colleague[] {
  return all(`select ${COLUMNS} from staff where removed = 0 order by email`)
}

/** Whether the account was removed. Its sessions end with it. */
export function isRemoved(id: string): boolean {
  return first('select 1 from staff where id = ? and removed = 1', id) !== undefined
}

/** Whether a sign-in is possible: an account exists, or the environment names the first one. */
export function hasStaff(): boolean {
  return listStaff().length > 0 || readFirstAccount() !== undefined
}

/** Throws `address_taken` if the address has an account. */
export async function addStaff({ email, name, password }: NewColleague): Promise<Colleague> {
  const colleague = { id: randomUUID(), email: email.toLowerCase(), name }
  // A removed account stays, so that its sessions stay ended: the new one has an id of its own.
  const { changes } = run(
    'insert or ignore into staff (id, email, name, password) values (?, ?, ?, ?)',
    colleague.id,
    colleague.email,
    name,
    await hashPassword(password),
  )
  if (changes === 0)
    throw new FwError('address_taken', { status: 409, message: 'A colleague with this address exists already.' })
  return colleague
}

export function removeStaff(id: string): void {
  run('update staff set removed = 1 where id = ?', id)
}

/** Returns the colleague with this address, if the password is right. The first sign-in creates the first account. */
export async function authenticate(email: string, password: string): Promise<Colleague | undefined> {
  const account = readFirstAccount()
  if (account !== undefined && first('select 1 from staff') === undefined)
    await addStaff({ ...account, name: account.email.split('@')[0] ?? account.email })
  const row = first<Colleague & { readonly password: string }>(
    `select ${COLUMNS}, password from staff where email = ? and removed = 0`,
    email.toLowerCase(),
  )
  // An unknown address takes as long as a wrong password.
  const isRight = await matchesPassword(password, row?.password ?? (await NO_PASSWORD))
  return row !== undefined && isRight ? { id: row.id, email: row.email, name: row.name } : undefined
}

function readFirstAccount(): Omit<NewColleague, 'name'> | undefined {
  const { STAFF_EMAIL: email, STAFF_PASSWORD: password } = env
  return email !== undefined && password !== undefined ? { email, password } : undefined
}

const SALT_BYTES = 16
const KEY_BYTES = 32
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 }
const NO_PASSWORD = hashPassword(randomBytes(SALT_BYTES).toString('hex'))

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return `${salt.toString('hex')}:${(await derive(password, salt)).toString('hex')}`
}

async function matchesPassword(password: string, stored: string): Promise<boolean> {
  const [salt = '', key = ''] = stored.split(':')
  return timingSafeEqual(Buffer.from(key, 'hex'), await derive(password, Buffer.from(salt, 'hex')))
}

/** Runs in another thread, so that other requests don't wait. */
function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, COST, (error, key) => (error ? reject(error) : resolve(key)))
  })
}
