import { api, type Call, FwError, type Int } from '@fw/runtime'
import { addTask, finishTask, listTasks, type Task } from '../database/tasks.ts'

interface NewTask {
  /**
   * @minLength 1
   * @maxLength 200
   */
  title: string
}

/** Returns all tasks, the newest first. */
export const list = api({ access: 'public', readonly: true, run: (): Promise<Task[]> => listTasks() })

/** Stores a task and returns it. */
export const add = api({
  access: 'public',
  run: ({ input }: Call<NewTask>): Promise<Task> => addTask(input.title.trim()),
})

/** Marks a task as done. */
export const finish = api({
  access: 'public',
  run: async ({ input }: Call<{ id: Int }>): Promise<Task> => {
    const task = await finishTask(input.id)
    if (task === undefined) throw new FwError('not_found', { message: 'There is no such task.' })
    return task
  },
})
