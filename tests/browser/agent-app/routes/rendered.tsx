import { never } from '../shop.api.ts'

/** Calls an api while it renders. */
export default async function Page() {
  const outcome = await never().then(
    () => 'ran',
    () => 'refused',
  )
  return (
    <main>
      <h1>Rendered: {outcome}</h1>
    </main>
  )
}
