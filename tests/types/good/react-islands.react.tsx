/** @jsxImportSource react */
import { island } from '@fw/runtime/react'
import { Component, type ComponentType, memo } from 'react'

interface StarsProps {
  readonly of: number
  readonly label?: string
  readonly onRate?: (stars: number) => void
}

function StarsBody({ of, label = 'Stars' }: StarsProps) {
  return (
    <p>
      {label} {of}
    </p>
  )
}

class ChartBody extends Component<{ readonly name: string }> {
  override render() {
    return <figure>{this.props.name}</figure>
  }
}

export const Stars = island(StarsBody)
export const Chart = island(ChartBody, { when: 'visible' })
export const Memo = island(memo(StarsBody))
export const Text = island((props: { readonly id: string }) => `no element: ${props.id}`)

// In React it is a component of React.
export const asReact: ComponentType<StarsProps> = Stars
export const inReact = (
  <>
    <Stars key="a" of={5} onRate={(stars) => stars.toFixed()} />
    <Chart name="a" />
    <Memo of={5} label="b" />
    <Text id="a" />
  </>
)
