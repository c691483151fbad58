import { api, type Call, FwError } from '@fw/runtime'
import { PLANS } from '../plans.ts'
import { getOrganization } from './caller.ts'
import { createProject, deleteProject, findProject, listProjects, type Project } from './project.ts'
import { readPlan } from './subscription.ts'

/** List the projects of the organisation, with the numbers of their tasks. */
export const list = api({
  access: { scopes: ['tasks'] },
  readonly: true,
  run: async ({ ctx }: Call): Promise<Project[]> => listProjects(getOrganization(ctx).id),
})

/** Create a project. The plan of the organisation limits the number of projects. */
export const create = api({
  access: { scopes: ['tasks'] },
  run: async ({ input, ctx }: Call<NewProject>): Promise<Project> => {
    const { id } = getOrganization(ctx)
    const { name, projects: limit } = PLANS[await readPlan(id)]
    if ((await listProjects(id)).length >= limit)
      throw new FwError('plan_limit', { status: 409, message: `The plan ${name} has at most ${limit} projects.` })
    return createProject(id, input.name)
  },
  leadsTo: ({ result }) => `/app/projects/${result.id}`,
})

/** Delete a project with all of its tasks. Admins and owners may do this, and agents need their approval. */
export const remove = api({
  title: 'Delete a project with all of its tasks',
  access: { scopes: ['members'] },
  guard: 'confirm',
  effect: 'irreversible',
  run: async ({ input, ctx }: Call<ProjectToDelete>): Promise<Project> => {
    const project = await findProject(getOrganization(ctx).id, input.id)
    if (project === undefined) throw new FwError('not_found', { message: 'There is no such project.' })
    if (project.name !== input.name)
      throw new FwError('invalid_input', { message: `The project is called ${project.name}.` })
    await deleteProject(project.id)
    return project
  },
  leadsTo: () => '/app',
})

export interface NewProject {
  /**
   * @minLength 1
   * @maxLength 80
   */
  name: string
}

export interface ProjectToDelete {
  id: string
  /** Name of the project, so that a user who approves the call knows which one it is. */
  name: string
}
