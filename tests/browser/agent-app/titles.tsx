import { intent, money, schema, str } from '@fw/runtime'
import { createSignal } from 'solid-js'

/** An intent whose title depends on its input. */
export function Titles() {
  const [sent, setSent] = createSignal('')
  intent('send', {
    title: ({ to }: { to: string }) => `Send a voucher to ${to}`,
    description: 'Sends a voucher.',
    guard: 'confirm',
    effect: 'irreversible',
    input: schema({
      to: str().describe('Receiver.'),
      cents: money().describe('Value of the voucher.'),
      currency: str(),
    }),
    output: schema({ cents: money().describe('Value that was sent.'), currency: str() }),
    run: ({ input }) => {
      setSent(input.to)
      return { cents: input.cents, currency: input.currency }
    },
  })
  return <output>Sent: {sent()}</output>
}
