import { Arrival } from '../arrival.tsx'
import { Waits } from '../waits.tsx'

/** Calls an api when its end is visible, and has links that lead to no other page. */
export default function Page() {
  return (
    <main>
      <h1>Later</h1>
      <Waits />
      <a href="/favicon.ico" download="">
        Save
      </a>
      <a href="mailto:ada@example.org">Write</a>
      <a href="/stay">Stay</a>
      {Array.from({ length: 100 }, () => (
        <p>Text</p>
      ))}
      <Arrival client:visible />
    </main>
  )
}
