import { int, intent, obj } from '@fw/runtime'
import { createSignal, Show } from 'solid-js'
import { RatingChart } from './rating-chart.react.tsx'
import { Stars } from './stars.react.tsx'

interface ReviewProps {
  readonly tea: string
  readonly ratings: readonly number[]
}

/** An island of Solid with components of React in it: they follow its signals, and call its intents. */
export function Review(props: ReviewProps) {
  const [stars, setStars] = createSignal(0)
  const [open, setOpen] = createSignal(false)
  const rate = intent('rate', {
    description: 'Gives the tea one to five stars, in place of those that it got before.',
    input: obj({ stars: int().min(1).max(5) }),
    run({ input }) {
      setStars(input.stars)
      return { tea: props.tea, stars: stars() }
    },
  })
  const ratings = () => props.ratings.map((count, index) => (index + 1 === stars() ? count + 1 : count))
  return (
    <section class="card" aria-labelledby={`review-${props.tea}`}>
      <h2 id={`review-${props.tea}`}>Your cup</h2>
      <Stars label={`How is the ${props.tea}?`} value={stars()} onRate={(given) => rate({ stars: given })} />
      <p aria-live="polite">{stars() === 0 ? 'Not rated yet.' : `You gave it ${stars()} of 5.`}</p>
      <button type="button" class="quiet" aria-expanded={open()} onClick={() => setOpen(!open())}>
        What others say
      </button>
      <Show when={open()}>
        <RatingChart name={props.tea} ratings={ratings()} />
      </Show>
    </section>
  )
}
