import { createSignal } from 'solid-js'
import { Dynamic } from 'solid-js/web'

/** Shows a visitor's text in attributes, to browsers without scripts, and counts clicks. */
export function NoScript(props: { name: string }) {
  const [count, setCount] = createSignal(0)
  const given = () => ({ title: props.name, placeholder: props.name })
  return (
    <div class="no-script">
      <noscript>
        <p title={props.name} class={props.name} classList={{ [props.name]: true }}>
          <b style={{ color: props.name }}>1</b>
          <b style={props.name}>2</b>
          <input {...given()} />
          <textarea {...given()} value={props.name} />
          <i {...given()}>{props.name}</i>
          <Dynamic component="b" title={props.name} />
        </p>
      </noscript>
      <button type="button" onClick={() => setCount(count() + 1)}>
        {count()}
      </button>
    </div>
  )
}
