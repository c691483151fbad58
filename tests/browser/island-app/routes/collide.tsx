import { DeepPress, LatePress, Reversed } from '../collide.tsx'
import { Counter } from '../counter.tsx'

/** Island 1 arrives late, after island 10. */
export default function Page() {
  return (
    <main>
      <Counter start={0} label="zero" />
      <Reversed
        first={
          <>
            {[2, 3, 4, 5, 6, 7, 8, 9].map((id) => (
              <Counter start={0} label={`c${id}`} client:interaction />
            ))}
            <DeepPress name="ten" />
          </>
        }
        second={<LatePress name="one" />}
      />
    </main>
  )
}
