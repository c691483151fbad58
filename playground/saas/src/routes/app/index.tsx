import { type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { For, Show } from 'solid-js'
import { Field } from '../../components/field.tsx'
import { requireMember } from '../../server/caller.ts'
import { listMemberships } from '../../server/membership.ts'
import { open } from '../../server/organizations.api.ts'
import { listProjects } from '../../server/project.ts'
import { create } from '../../server/projects.api.ts'

export const meta: PageMeta = { title: 'Projects · Cadence', robots: { index: false } }

export default async function ProjectsPage({ ctx }: PageProps<'/app'>) {
  const { user, organization } = requireMember(ctx)
  const [projects, memberships] = await Promise.all([listProjects(organization.id), listMemberships(user.id)])
  const form = useForm(create)
  return (
    <>
      <div class="heading">
        <h1>{organization.name}</h1>
        <p class="muted">Your role: {organization.role}</p>
      </div>
      <ul class="cards">
        <For each={projects} fallback={<li class="card muted">No projects yet. Create the first one below.</li>}>
          {(project) => (
            <li class="card">
              <h2>
                <a class="cover" href={`/app/projects/${project.id}`}>
                  {project.name}
                </a>
              </h2>
              <p class="muted">
                {project.open} of {project.total} tasks open
              </p>
              <progress max={Math.max(project.total, 1)} value={project.total - project.open} aria-label="Tasks done" />
            </li>
          )}
        </For>
      </ul>
      <section class="panel" aria-labelledby="new-project">
        <h2 id="new-project">New project</h2>
        <form class="inline" action={form}>
          <p class="problem" role="alert">
            {form.error()}
          </p>
          <Field
            label="Name"
            required
            maxlength={80}
            field={form.field('name')}
            errorId={form.errorId('name')}
            error={form.errorAt('name')}
          />
          <button type="submit">Create</button>
        </form>
      </section>
      <section class="panel" aria-labelledby="organizations">
        <h2 id="organizations">Your organisations</h2>
        <ul class="list">
          <For each={memberships}>
            {(one) => (
              <li class="line">
                <span>
                  {one.name} <span class="muted">· {one.role}</span>
                </span>
                <Show when={one.id !== organization.id} fallback={<span class="muted">open</span>}>
                  <form action={open}>
                    <input type="hidden" name="id" value={one.id} />
                    <button class="quiet" type="submit" aria-label={`Open ${one.name}`}>
                      Open
                    </button>
                  </form>
                </Show>
              </li>
            )}
          </For>
        </ul>
        <p>
          <a href="/app/new">New organisation</a>
        </p>
      </section>
    </>
  )
}
