/** Projects and tasks of an organisation. Every function requires the id of the organisation, so that none crosses it. */
import { randomUUID } from 'node:crypto'
import type { Int } from '@fw/runtime'
import { and, asc, count, eq, sql } from 'drizzle-orm'
import { database } from '../db/database.ts'
import { project, task } from '../db/schema.ts'

export interface Project {
  id: string
  name: string
  /** Number of tasks that aren't done. */
  open: Int
  /** Number of tasks. */
  total: Int
}

export interface Task {
  id: string
  title: string
  isDone: boolean
}

export async function listProjects(organizationId: string): Promise<Project[]> {
  return database
    .select({
      id: project.id,
      name: project.name,
      open: sql<number>`count(case when ${task.isDone} = 0 then 1 end)`,
      total: count(task.id),
    })
    .from(project)
    .leftJoin(task, eq(task.projectId, project.id))
    .where(eq(project.organizationId, organizationId))
    .groupBy(project.id)
    .orderBy(asc(project.createdAt))
}

export async function findProject(organizationId: string, id: string): Promise<Project | undefined> {
  return (await listProjects(organizationId)).find((one) => one.id === id)
}

export async function createProject(organizationId: string, name: string): Promise<Project> {
  const id = randomUUID()
  await database.insert(project).values({ id, organizationId, name, createdAt: new Date() })
  return { id, name, open: 0, total: 0 }
}

export async function deleteProject(id: string): Promise<void> {
  await database.delete(project).where(eq(project.id, id))
}

export async function listTasks(projectId: string): Promise<Task[]> {
  return database
    .select({ id: task.id, title: task.title, isDone: task.isDone })
    .from(task)
    .where(eq(task.projectId, projectId))
    .orderBy(asc(task.createdAt))
}

export async function createTask(projectId: string, title: string, userId: string): Promise<Task> {
  const id = randomUUID()
  await database.insert(task).values({ id, projectId, title, createdBy: userId, createdAt: new Date() })
  return { id, title, isDone: false }
}

/** Changes a task of the organisation. Returns `undefined` if it has no such task. */
export async function updateTask(organizationId: string, id: string, isDone: boolean): Promise<Task | undefined> {
  const [found] = await database
    .select({ id: task.id, title: task.title })
    .from(task)
    .innerJoin(project, eq(project.id, task.projectId))
    .where(and(eq(task.id, id), eq(project.organizationId, organizationId)))
  if (found === undefined) return undefined
  await database.update(task).set({ isDone }).where(eq(task.id, id))
  return { ...found, isDone }
}
