import { api, type Call, FwError } from '@fw/runtime'
import { getOrganization } from './caller.ts'
import { createTask, findProject, listTasks, type Task, updateTask } from './project.ts'

/** List the tasks of a project. */
export const list = api({
  access: { scopes: ['tasks'] },
  readonly: true,
  run: async ({ input, ctx }: Call<{ projectId: string }>): Promise<Task[]> => {
    await requireProject(getOrganization(ctx).id, input.projectId)
    return listTasks(input.projectId)
  },
})

/** Add a task to a project. */
export const add = api({
  access: { scopes: ['tasks'] },
  run: async ({ input, ctx }: Call<NewTask>): Promise<Task> => {
    await requireProject(getOrganization(ctx).id, input.projectId)
    return createTask(input.projectId, input.title, ctx.userId ?? '')
  },
  leadsTo: ({ input }) => `/app/projects/${input.projectId}`,
})

/** Mark a task as done, or as open again. */
export const setDone = api({
  access: { scopes: ['tasks'] },
  run: async ({ input, ctx }: Call<TaskChange>): Promise<Task> => {
    const task = await updateTask(getOrganization(ctx).id, input.id, input.isDone)
    if (task === undefined) throw new FwError('not_found', { message: 'There is no such task.' })
    return task
  },
})

async function requireProject(organizationId: string, id: string): Promise<void> {
  if ((await findProject(organizationId, id)) === undefined)
    throw new FwError('not_found', { message: 'There is no such project.' })
}

export interface NewTask {
  projectId: string
  /**
   * @minLength 1
   * @maxLength 200
   */
  title: string
}

export interface TaskChange {
  id: string
  isDone: boolean
}
