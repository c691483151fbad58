import { Pots } from '../components/react-query.react.tsx'
import { list } from '../server/pots.api.ts'

export default async () => <Pots pots={await list()} />
