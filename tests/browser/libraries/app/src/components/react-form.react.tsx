/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { useForm } from '@tanstack/react-form'
import { useState } from 'react'

/** A form of TanStack Form with a validated field. */
export const Order = island(function Order() {
  const [sent, setSent] = useState('nothing')
  const form = useForm({ defaultValues: { tea: 'Assam' }, onSubmit: async ({ value }) => setSent(value.tea) })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void form.handleSubmit()
      }}
    >
      <form.Field
        name="tea"
        validators={{ onChange: ({ value }) => (value.length < 3 ? 'Write three letters or more.' : undefined) }}
      >
        {(field) => (
          <label>
            Tea
            <input value={field.state.value} onChange={(event) => field.handleChange(event.target.value)} />
            {field.state.meta.errors.map((error) => (
              <em key={error}>{error}</em>
            ))}
          </label>
        )}
      </form.Field>
      <button type="submit">Order</button>
      <output>Ordered {sent}</output>
    </form>
  )
})
