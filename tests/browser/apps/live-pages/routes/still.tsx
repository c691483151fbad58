import { listCards } from '../board.api.ts'

export default async () => <p>{(await listCards()).length} cards</p>
