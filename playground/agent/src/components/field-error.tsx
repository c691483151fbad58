import { Show } from 'solid-js'

/** The error of a field, which the field names in `aria-describedby`. */
export function FieldError(props: { id: string; error: string | undefined }) {
  return (
    <Show when={props.error}>
      <p id={props.id} class="error">
        {props.error}
      </p>
    </Show>
  )
}
