import { createContext, createSignal, type JSX, Show, useContext } from 'solid-js'

const Theme = createContext('none')

export function Panel(props: { title: string; open?: boolean; children?: JSX.Element; footer?: JSX.Element }) {
  const [open, set] = createSignal(props.open ?? true)
  return (
    <Theme.Provider value="dark">
      <section>
        <button type="button" class="toggle" onClick={() => set(!open())}>
          {props.title}
        </button>
        <Show when={open()}>
          <div class="body">{props.children}</div>
        </Show>
        <footer>{props.footer}</footer>
      </section>
    </Theme.Provider>
  )
}

export function Themed() {
  const theme = useContext(Theme)
  const [n, set] = createSignal(0)
  return (
    <button type="button" class="themed" onClick={() => set(n() + 1)}>
      {theme} {n()}
    </button>
  )
}
