/** Data access for tasks: the only code that knows their table. */
import { desc, eq } from 'drizzle-orm'
import { db } from './client.ts'
import { tasks } from './schema/tasks.ts'

export interface Task {
  id: number
  title: string
  done: boolean
}

/** Returns all tasks, the newest first. */
export const listTasks = (): Promise<Task[]> => db.select().from(tasks).orderBy(desc(tasks.id))

export async function addTask(title: string): Promise<Task> {
  const [task] = await db.insert(tasks).values({ title }).returning()
  if (task === undefined) throw new Error('The task was not stored.')
  return task
}

/** Marks a task as done. Returns `undefined` if it doesn't exist. */
export async function finishTask(id: number): Promise<Task | undefined> {
  const [task] = await db.update(tasks).set({ done: true }).where(eq(tasks.id, id)).returning()
  return task
}
