import { Counter } from '../counter.tsx'

/** Shows HTML that an app has forgotten to sanitize. The test sets it. */
export default function Page() {
  return (
    <main>
      <div innerHTML={(globalThis as { fwInjected?: string }).fwInjected ?? ''} />
      <Counter start={1} label="first" />
    </main>
  )
}
