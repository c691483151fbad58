import { notFound, type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { Show } from 'solid-js'
import { TaskList } from '../../../components/task-list.tsx'
import { requireMember } from '../../../server/caller.ts'
import { findProject, listTasks } from '../../../server/project.ts'
import { remove } from '../../../server/projects.api.ts'

export const meta: PageMeta = { title: 'Project · Cadence', robots: { index: false } }

export default async function ProjectPage({ ctx, params }: PageProps<'/app/projects/[id]'>) {
  const { organization } = requireMember(ctx)
  const project = (await findProject(organization.id, params.id)) ?? notFound()
  const tasks = await listTasks(project.id)
  const form = useForm(remove)
  return (
    <>
      <h1>{project.name}</h1>
      <TaskList projectId={project.id} tasks={tasks} />
      <Show when={ctx.scopes.includes('members')}>
        <details class="panel">
          <summary>Delete this project</summary>
          <form class="stack" action={form}>
            <p class="problem" role="alert">
              {form.error()}
            </p>
            <input type="hidden" name="id" value={project.id} />
            <input type="hidden" name="name" value={project.name} />
            <p>All of its tasks are deleted, too. This can't be undone.</p>
            <button class="danger" type="submit">
              Delete {project.name}
            </button>
          </form>
        </details>
      </Show>
    </>
  )
}
