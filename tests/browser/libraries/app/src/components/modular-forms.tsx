import { createForm, required } from '@modular-forms/solid'
import { createSignal } from 'solid-js'

type Account = {
  email: string
}

/** A form of Modular Forms with one required field. */
export function SignUp() {
  const [sent, setSent] = createSignal('nobody')
  const [, { Form, Field }] = createForm<Account>()
  return (
    <Form onSubmit={({ email }) => setSent(email)}>
      <Field name="email" validate={[required('Write an address.')]}>
        {(field, props) => (
          <label>
            Address
            <input {...props} value={field.value ?? ''} />
            <em>{field.error}</em>
          </label>
        )}
      </Field>
      <button type="submit">Send</button>
      <output>Sent to {sent()}</output>
    </Form>
  )
}
