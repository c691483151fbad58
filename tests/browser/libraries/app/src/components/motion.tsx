import { animate } from 'motion'

/** A box that `motion` moves after a click. */
export function Slide() {
  let box: HTMLDivElement | undefined
  return (
    <section>
      <button type="button" onClick={() => box && animate(box, { x: 80 }, { duration: 0.1 })}>
        Slide
      </button>
      <div ref={box} class="box">
        A box
      </div>
    </section>
  )
}
