import type { PageMeta, PageProps } from '@fw/runtime'
import { LoginForm } from '../components/login-form.tsx'
import { localPath } from '../local-path.ts'

export const meta: PageMeta = { title: 'Sign in · Halden', robots: { index: false } }

const DEMO = [
  ['ada@halden.example', 'lighthouse', 'a customer'],
  ['ben@halden.example', 'driftwood', 'another customer'],
  ['mara@halden.example', 'workbench', 'the shopkeeper'],
] as const

export default function LoginPage({ ctx }: PageProps<'/login'>) {
  return (
    <div class="narrow">
      <h1>Sign in</h1>
      <LoginForm next={localPath(ctx.query.get('next'))} />
      <section class="panel small" aria-labelledby="demo">
        <h2 id="demo" class="small-heading">
          Demo accounts
        </h2>
        <dl class="accounts">
          {DEMO.map(([email, password, role]) => (
            <div>
              <dt>
                {email} <span class="muted">({role})</span>
              </dt>
              <dd>
                <code>{password}</code>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  )
}
