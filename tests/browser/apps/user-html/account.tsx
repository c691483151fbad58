import { createResource, Suspense } from 'solid-js'
import { readHtml, wait } from './words.ts'

function Balance() {
  const [balance] = createResource(async () => {
    await wait()
    return 42
  })
  return <p class="balance">Balance: {balance()}</p>
}

/** The comment of a user before a part that arrives later. */
export const Account = () => (
  <main>
    <article innerHTML={readHtml()} />
    <nav>Menu</nav>
    <Suspense fallback={<i>loading</i>}>
      <Balance />
    </Suspense>
    <footer>The end</footer>
  </main>
)
