/** A number from 1 to `most` with a button on either side. `label` names the product for those who do not see which it is. */
export function QuantityField(props: {
  value: number
  most: number
  label: string
  onChange: (quantity: number) => void
}) {
  // `| 0`: whole numbers only, and an emptied field is NaN.
  const change = (quantity: number) => props.onChange(Math.min(Math.max(quantity | 0, 1), props.most))
  return (
    <fieldset class="quantity" aria-label={`How many: ${props.label}`}>
      <button type="button" aria-label="One less" disabled={props.value <= 1} onClick={() => change(props.value - 1)}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M3 8h10" />
        </svg>
      </button>
      <input
        type="number"
        name="quantity"
        aria-label="Quantity"
        min="1"
        max={props.most}
        value={props.value}
        onChange={(event) => {
          change(event.currentTarget.valueAsNumber)
          event.currentTarget.value = String(props.value)
        }}
      />
      <button
        type="button"
        aria-label="One more"
        disabled={props.value >= props.most}
        onClick={() => change(props.value + 1)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M3 8h10M8 3v10" />
        </svg>
      </button>
    </fieldset>
  )
}
