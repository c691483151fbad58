import { Help } from '../help.tsx'

export const meta = { title: 'Setup' }

export default function Page() {
  return (
    <main>
      <h1>Setup</h1>
      <Help setup="No model is configured. Set ANTHROPIC_API_KEY." strings={{ label: 'Hilfe' }} />
    </main>
  )
}
