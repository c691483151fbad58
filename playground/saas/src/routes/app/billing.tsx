import { type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { For, Show } from 'solid-js'
import { NamedOrganization } from '../../components/named-organization.tsx'
import { PLANS, type PlanId } from '../../plans.ts'
import { formatPrice } from '../../price.ts'
import { changePlan } from '../../server/billing.api.ts'
import { requireMember } from '../../server/caller.ts'
import { readSubscription } from '../../server/subscription.ts'

export const meta: PageMeta = { title: 'Billing · Cadence', robots: { index: false } }

export default async function BillingPage({ ctx }: PageProps<'/app/billing'>) {
  const { organization } = requireMember(ctx)
  const { plan: current, requestedPlan } = await readSubscription(organization.id)
  const form = useForm(changePlan)
  return (
    <>
      <h1>Billing</h1>
      <p class="problem" role="alert">
        {form.error()}
      </p>
      <Show when={requestedPlan}>
        {(plan) => (
          <p class="notice" role="status">
            The plan {PLANS[plan()].name} begins when the billing provider confirms it. Reference:{' '}
            <code>{organization.id}</code>
          </p>
        )}
      </Show>
      <ul class="cards">
        <For each={Object.keys(PLANS) as PlanId[]}>
          {(id) => (
            <li class="card">
              <h2>{PLANS[id].name}</h2>
              <p class="price">{formatPrice(PLANS[id].price)}</p>
              <p class="muted">
                {PLANS[id].members} members, {PLANS[id].projects} projects
              </p>
              <Show when={id !== current} fallback={<p class="badge">Your plan</p>}>
                <Show when={ctx.scopes.includes('billing')} fallback={<p class="muted">The owner may change it.</p>}>
                  <form action={changePlan}>
                    <NamedOrganization id={organization.id} name={organization.name} />
                    <input type="hidden" name="plan" value={id} />
                    <button type="submit">Change to {PLANS[id].name}</button>
                  </form>
                </Show>
              </Show>
            </li>
          )}
        </For>
      </ul>
    </>
  )
}
