import { type PageMeta, useForm } from '@fw/runtime'
import { FieldError } from '../components/field-error.tsx'
import { write } from '../server/contact.api.ts'

export const meta: PageMeta = { title: 'Write to us · Support desk' }

// No component has an event handler, so the page is HTML without a script.
export default function Contact() {
  const form = useForm(write)
  return (
    <div class="narrow">
      <h1>How can we help?</h1>
      <p class="lead">Write to us. You get a link to this conversation, where you read our reply.</p>
      <form action={form} class="card stack" toolname="write_to_support" tooldescription="Write to the support desk.">
        <p role="alert" class="error">
          {form.error()}
        </p>
        <div>
          <label for={form.field('name').id}>Your name</label>
          <input {...form.field('name')} autocomplete="name" required maxlength="60" />
          <FieldError id={form.errorId('name')} error={form.errorAt('name')} />
        </div>
        <div>
          <label for={form.field('email').id}>Your email address</label>
          <input {...form.field('email')} type="email" autocomplete="email" required />
          <FieldError id={form.errorId('email')} error={form.errorAt('email')} />
        </div>
        <div>
          <label for={form.field('text').id}>What has happened?</label>
          <textarea {...form.field('text')} rows="6" required maxlength="5000" />
          <FieldError id={form.errorId('text')} error={form.errorAt('text')} />
        </div>
        <button type="submit">Send</button>
      </form>
      <p class="quiet">
        Are you staff? <a href="/sign-in">Sign in</a>
      </p>
    </div>
  )
}
