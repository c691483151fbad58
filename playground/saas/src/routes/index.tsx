import type { PageMeta } from '@fw/runtime'
import { For } from 'solid-js'
import { PLANS } from '../plans.ts'
import { formatPrice } from '../price.ts'

export const meta: PageMeta = { title: 'Cadence · Tasks for small teams' }

export default function Home() {
  return (
    <div class="landing">
      <section class="hero">
        <h1>The tasks of your team, and of your agents</h1>
        <p class="lead">
          Projects and tasks that people and AI agents work on together. An agent can add tasks, and a member approves
          everything that can't be undone.
        </p>
        <p class="row">
          <a class="button" href="/sign-up">
            Create an account
          </a>
          <a class="button quiet" href="/sign-in">
            Sign in
          </a>
        </p>
      </section>
      <section aria-labelledby="plans">
        <h2 id="plans">Plans</h2>
        <ul class="cards">
          <For each={Object.values(PLANS)}>
            {(plan) => (
              <li class="card">
                <h3>{plan.name}</h3>
                <p class="price">{formatPrice(plan.price)}</p>
                <p class="muted">
                  {plan.members} members, {plan.projects} projects
                </p>
              </li>
            )}
          </For>
        </ul>
      </section>
    </div>
  )
}
