import { Copilot } from '@fw/runtime/client'

/** The panel with all of its options. */
export function Help(props: { setup?: string; strings?: { label: string } }) {
  return (
    <Copilot
      greeting="How can I help?"
      suggestions={['What is in my basket?', 'Buy a pen <b>now</b>']}
      {...(props.setup === undefined ? {} : { setup: props.setup })}
      {...(props.strings === undefined ? {} : { strings: props.strings })}
    />
  )
}
