import { type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { For, Show } from 'solid-js'
import { FieldError } from '../components/field-error.tsx'
import { listStaff } from '../data/staff.ts'
import { requireStaff } from '../require-staff.ts'
import { add, remove } from '../server/account.api.ts'

export const meta: PageMeta = { title: 'Team · Support desk', robots: { index: false } }

export default function Team({ ctx }: PageProps<'/team'>) {
  requireStaff(ctx)
  const form = useForm(add)
  return (
    <div class="narrow">
      <h1>Team</h1>
      <ul class="card rows">
        <For each={listStaff()}>
          {(colleague) => (
            <li>
              <span>
                {colleague.name} <span class="quiet">{colleague.email}</span>
              </span>
              <Show when={colleague.id !== ctx.userId} fallback={<span class="quiet">You</span>}>
                <form action={remove}>
                  <input type="hidden" name="id" value={colleague.id} />
                  <button type="submit" class="plain" aria-label={`Remove ${colleague.name}`}>
                    Remove
                  </button>
                </form>
              </Show>
            </li>
          )}
        </For>
      </ul>
      <h2>Add a colleague</h2>
      <form action={form} class="card stack">
        <p role="alert" class="error">
          {form.error()}
        </p>
        <div>
          <label for={form.field('name').id}>Name</label>
          <input {...form.field('name')} required maxlength="60" autocomplete="off" />
          <FieldError id={form.errorId('name')} error={form.errorAt('name')} />
        </div>
        <div>
          <label for={form.field('email').id}>Email address</label>
          <input {...form.field('email')} type="email" required autocomplete="off" />
          <FieldError id={form.errorId('email')} error={form.errorAt('email')} />
        </div>
        <div>
          <label for={form.field('password').id}>First password</label>
          <input {...form.field('password')} type="password" required minlength="12" autocomplete="new-password" />
          <FieldError id={form.errorId('password')} error={form.errorAt('password')} />
        </div>
        <button type="submit">Add</button>
      </form>
    </div>
  )
}
