import { createSignal, createUniqueId, type JSX } from 'solid-js'

export function Player(props: { track: string; children?: JSX.Element }) {
  const [plays, set] = createSignal(0)
  const id = createUniqueId()
  return (
    <section class="player">
      <label for={id}>plays</label>
      <input id={id} class="field" />
      <button type="button" class="play" onClick={() => set(plays() + 1)}>
        {props.track} {plays()}
      </button>
      {props.children}
    </section>
  )
}
