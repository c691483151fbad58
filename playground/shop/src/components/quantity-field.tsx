/** A number with a button on either side. `label` names the product for those who do not see it. */
export function QuantityField(props: {
  value: number
  min: number
  max: number
  label: string
  onChange: (quantity: number) => void
}) {
  const change = (quantity: number) => {
    if (Number.isFinite(quantity)) props.onChange(Math.min(Math.max(Math.round(quantity), props.min), props.max))
  }
  return (
    <fieldset class="quantity">
      <legend class="visually-hidden">{props.label}</legend>
      <button
        type="button"
        aria-label="One less"
        disabled={props.value <= props.min}
        onClick={() => change(props.value - 1)}
      >
        −
      </button>
      <input
        type="number"
        aria-label="Quantity"
        min={props.min}
        max={props.max}
        value={props.value}
        onChange={(event) => {
          change(event.currentTarget.valueAsNumber)
          event.currentTarget.value = String(props.value)
        }}
      />
      <button
        type="button"
        aria-label="One more"
        disabled={props.value >= props.max}
        onClick={() => change(props.value + 1)}
      >
        +
      </button>
    </fieldset>
  )
}
