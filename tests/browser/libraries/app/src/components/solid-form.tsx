import { createForm } from '@tanstack/solid-form'
import { createSignal, For } from 'solid-js'

/** A form of TanStack Form with a validated field. */
export function Order() {
  const [sent, setSent] = createSignal('nothing')
  const form = createForm(() => ({
    defaultValues: { tea: 'Assam' },
    onSubmit: async ({ value }) => setSent(value.tea),
  }))
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
            <input value={field().state.value} onInput={(event) => field().handleChange(event.currentTarget.value)} />
            <For each={field().state.meta.errors}>{(error) => <em>{error}</em>}</For>
          </label>
        )}
      </form.Field>
      <button type="submit">Order</button>
      <output>Ordered {sent()}</output>
    </form>
  )
}
