import { listCards } from '../board.api.ts'

export const live = true
export const cache = { scope: 'public', maxAge: 300 }

export default async () => <p class="count">{(await listCards()).length}</p>
