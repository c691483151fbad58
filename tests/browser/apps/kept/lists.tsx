/** Rows with keys, and a list of forms. */
export const Lists = (props: { rows: string[]; field: string }) => (
  <>
    <ol class="keyed">
      {props.rows.map((name) => (
        <li data-key={name}>
          <b>{name}</b>
          <input name="qty" value="1" />
          <input type="checkbox" name="picked" />
        </li>
      ))}
    </ol>
    <div class="carts">
      {props.field !== '' &&
        props.rows.map((name) => (
          <form method="get" action="/">
            <input type="hidden" name="item" value={name} />
            <button type="submit" name={props.field} value="1">
              {name}
            </button>
          </form>
        ))}
    </div>
  </>
)
