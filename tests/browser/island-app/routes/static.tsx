import { Card } from '../card.tsx'

export default function Page() {
  return <Card title="plain">no script</Card>
}
