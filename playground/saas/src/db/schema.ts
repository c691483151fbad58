/** All tables. After a change, `npm run migration` writes the SQL that `migrations/` needs. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { organization, user } from './auth-schema.ts'

export * from './auth-schema.ts'

const time = (name: string) => integer(name, { mode: 'timestamp_ms' }).notNull()
const organizationId = () =>
  text('organization_id')
    .notNull()
    .references(() => organization.id, { onDelete: 'cascade' })

export const project = sqliteTable(
  'project',
  {
    id: text('id').primaryKey(),
    organizationId: organizationId(),
    name: text('name').notNull(),
    createdAt: time('created_at'),
  },
  (table) => [index('project_organization').on(table.organizationId)],
)

export const task = sqliteTable(
  'task',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    isDone: integer('is_done', { mode: 'boolean' }).notNull().default(false),
    createdBy: text('created_by').references(() => user.id, { onDelete: 'set null' }),
    createdAt: time('created_at'),
  },
  (table) => [index('task_project').on(table.projectId)],
)

/** The plan of an organisation. No row: the free plan. */
export const subscription = sqliteTable('subscription', {
  organizationId: organizationId().primaryKey(),
  plan: text('plan', { enum: ['free', 'team'] }).notNull(),
  /** Plan that a member asked for, until the billing provider confirms it. */
  requestedPlan: text('requested_plan', { enum: ['free', 'team'] }),
  /** Time of the newest event of the provider that was applied. */
  confirmedAt: integer('confirmed_at', { mode: 'timestamp_ms' }),
})

/** Events of the billing provider that were applied: the provider sends an event again if it gets no response. */
export const billingEvent = sqliteTable('billing_event', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: time('received_at'),
})

export const auditEntry = sqliteTable(
  'audit_entry',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: time('at'),
    tool: text('tool').notNull(),
    /** Who caused the call: `human` or `agent`. */
    origin: text('origin').notNull(),
    subject: text('subject'),
    isOk: integer('is_ok', { mode: 'boolean' }).notNull(),
    code: text('code'),
    /** JSON, without passwords and tokens. */
    input: text('input').notNull(),
    proposal: text('proposal'),
    requestId: text('request_id'),
  },
  (table) => [index('audit_entry_at').on(table.at)],
)
