import { type PageProps, useForm } from '@fw/runtime'
import { signIn, signOut } from '../server/account.api.ts'

export const meta = { title: 'Your account', robots: 'noindex' }

/** A private page: neither the server nor a shared cache stores it. */
export const cache = { scope: 'private' }

export default function Account({ ctx }: PageProps<'/account'>) {
  const form = useForm(signIn)
  if (ctx.name === undefined)
    return (
      <>
        <h1>Your account</h1>
        <form action={form}>
          <p role="alert">{form.error()}</p>
          <label for={form.field('name').id}>Your name</label>
          <input {...form.field('name')} autocomplete="name" required />
          <p id={form.errorId('name')}>{form.errorAt('name')}</p>
          <button type="submit">Sign in</button>
        </form>
      </>
    )
  return (
    <>
      <h1>Hello, {ctx.name}</h1>
      <p>Signed in, you get your own pages: pages that are cached for other visitors are not shown to you.</p>
      <form action={signOut}>
        <button type="submit">Sign out</button>
      </form>
    </>
  )
}
