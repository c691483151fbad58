/** Tables of better-auth. Their properties have the names that better-auth expects. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const id = () => text('id').primaryKey()
const time = (name: string) => integer(name, { mode: 'timestamp_ms' })
const createdAt = () => time('created_at').notNull().default(sql`(unixepoch() * 1000)`)
const updatedAt = () => time('updated_at').notNull().default(sql`(unixepoch() * 1000)`)

export const user = sqliteTable('user', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: integer('email_verified', { mode: 'boolean' }).notNull().default(false),
  image: text('image'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' })

export const session = sqliteTable(
  'session',
  {
    id: id(),
    expiresAt: time('expires_at').notNull(),
    token: text('token').notNull().unique(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: userId(),
    activeOrganizationId: text('active_organization_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('session_user').on(table.userId)],
)

export const account = sqliteTable(
  'account',
  {
    id: id(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: userId(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: time('access_token_expires_at'),
    refreshTokenExpiresAt: time('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('account_user').on(table.userId)],
)

export const verification = sqliteTable(
  'verification',
  {
    id: id(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('verification_identifier').on(table.identifier)],
)

export const organization = sqliteTable('organization', {
  id: id(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  logo: text('logo'),
  metadata: text('metadata'),
  createdAt: createdAt(),
})

const organizationId = () =>
  text('organization_id')
    .notNull()
    .references(() => organization.id, { onDelete: 'cascade' })

export const member = sqliteTable(
  'member',
  {
    id: id(),
    organizationId: organizationId(),
    userId: userId(),
    role: text('role').notNull().default('member'),
    createdAt: createdAt(),
  },
  (table) => [index('member_organization').on(table.organizationId), index('member_user').on(table.userId)],
)

export const invitation = sqliteTable(
  'invitation',
  {
    id: id(),
    organizationId: organizationId(),
    email: text('email').notNull(),
    role: text('role'),
    status: text('status').notNull().default('pending'),
    expiresAt: time('expires_at').notNull(),
    createdAt: createdAt(),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
  },
  (table) => [index('invitation_organization').on(table.organizationId), index('invitation_email').on(table.email)],
)
