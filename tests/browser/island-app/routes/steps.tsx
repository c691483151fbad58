import { Card } from '../card.tsx'
import { Steps } from '../steps.tsx'

export default function Page() {
  return (
    <Card title="page">
      <Steps />
    </Card>
  )
}
