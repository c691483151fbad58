import { type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { Field } from '../../components/field.tsx'
import { requireUser } from '../../server/caller.ts'
import { create } from '../../server/organizations.api.ts'

export const meta: PageMeta = { title: 'New organisation · Cadence', robots: { index: false } }

export default function NewOrganizationPage({ ctx }: PageProps<'/app/new'>) {
  requireUser(ctx)
  const form = useForm(create)
  return (
    <div class="narrow">
      <h1>New organisation</h1>
      <p>Projects, members and the plan belong to an organisation.</p>
      <form class="stack" action={form}>
        <p class="problem" role="alert">
          {form.error()}
        </p>
        <Field
          label="Name"
          autocomplete="organization"
          required
          maxlength={60}
          field={form.field('name')}
          errorId={form.errorId('name')}
          error={form.errorAt('name')}
        />
        <button type="submit">Create</button>
      </form>
    </div>
  )
}
