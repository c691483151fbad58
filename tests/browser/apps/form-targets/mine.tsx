import { useForm } from '@fw/runtime'
import { createSignal, onMount } from 'solid-js'
import { readSecret, signOut } from './account.api.ts'

/** Shows what the user may read when it starts, and signs the user out. */
export function Mine() {
  const form = useForm(signOut, { name: 'out-box' })
  const [secret, setSecret] = createSignal('')
  onMount(async () => setSecret(String(await readSecret())))
  return (
    <form action={form} id="out-box">
      <output>{secret()}</output>
      <button type="submit">Out</button>
    </form>
  )
}
