import { createSignal, onCleanup } from 'solid-js'

/** Lives on while pages change: its state, its nodes, its clock. */
export function RoundTimer() {
  const [seconds, setSeconds] = createSignal(0)
  const [rounds, setRounds] = createSignal(0)
  const [since, setSince] = createSignal<ReturnType<typeof setInterval>>()
  const stop = () => {
    clearInterval(since())
    setSince(undefined)
  }
  const start = () => setSince(setInterval(() => setSeconds(seconds() + 1), 1000))
  onCleanup(stop)
  return (
    <div class="timer">
      <span class="state" aria-hidden="true">
        Kept
      </span>
      <span class="clock">
        {String(Math.floor(seconds() / 60)).padStart(2, '0')}:{String(seconds() % 60).padStart(2, '0')}
      </span>
      <button type="button" class="quiet" onClick={() => (since() === undefined ? start() : stop())}>
        {since() === undefined ? 'Start' : 'Stop'}
      </button>
      <button type="button" class="quiet" onClick={() => setRounds(rounds() + 1)}>
        Round {rounds()}
      </button>
    </div>
  )
}
