import type { JSX } from 'solid-js'

interface Props extends JSX.InputHTMLAttributes<HTMLInputElement> {
  label: string
  /** Result of `form.field(name)`. */
  field: JSX.InputHTMLAttributes<HTMLInputElement>
  errorId: string
  error: string | undefined
  hint?: string
}

/** A text field with its label, its hint and its error. */
export function Field({ label, field, errorId, error, hint, ...rest }: Props) {
  return (
    <div class="field">
      <label for={field.id}>
        {label}
        {hint === undefined ? '' : <span class="muted"> · {hint}</span>}
      </label>
      <input {...field} {...rest} />
      <p class="problem" id={errorId}>
        {error}
      </p>
    </div>
  )
}
