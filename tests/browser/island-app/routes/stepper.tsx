import { Stepper } from '../stepper.tsx'

export default function Page() {
  return <Stepper start={1} />
}
