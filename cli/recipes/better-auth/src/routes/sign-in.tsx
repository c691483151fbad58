import { type PageMeta, type PageProps, useForm } from '@fw/runtime'
import { Show } from 'solid-js'
import { signIn, signOut, signUp } from '../server/account.api.ts'

export const meta: PageMeta = { title: 'Sign in', robots: { index: false } }

export default function SignIn({ ctx }: PageProps<'/sign-in'>) {
  return (
    <Show when={ctx.userName} fallback={<Forms />}>
      {(name) => (
        <form action={signOut}>
          <h1>Signed in as {name()}</h1>
          <button type="submit">Sign out</button>
        </form>
      )}
    </Show>
  )
}

function Forms() {
  const known = useForm(signIn)
  const fresh = useForm(signUp)
  return (
    <>
      <h1>Sign in</h1>
      <form action={known}>
        <p id={known.errorId('email')}>{known.errorAt('email')}</p>
        <label for={known.field('email').id}>E-mail</label>
        <input {...known.field('email')} type="email" autocomplete="username" required />
        <label for={known.field('password').id}>Password</label>
        <input {...known.field('password')} type="password" autocomplete="current-password" required />
        <p id={known.errorId('password')}>{known.errorAt('password')}</p>
        <button type="submit">Sign in</button>
      </form>
      <h2>Create an account</h2>
      <form action={fresh}>
        <p id={fresh.errorId('email')}>{fresh.errorAt('email')}</p>
        <label for={fresh.field('name').id}>Name</label>
        <input {...fresh.field('name')} autocomplete="name" required />
        <label for={fresh.field('email').id}>E-mail</label>
        <input {...fresh.field('email')} type="email" autocomplete="username" required />
        <label for={fresh.field('password').id}>Password, at least 8 characters</label>
        <input {...fresh.field('password')} type="password" autocomplete="new-password" minlength="8" required />
        <p id={fresh.errorId('password')}>{fresh.errorAt('password')}</p>
        <button type="submit">Create account</button>
      </form>
    </>
  )
}
