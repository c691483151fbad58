import type { RoasterySession } from './session.ts'

export default function ctxFor(_req: Request, { session }: { session?: RoasterySession }) {
  return { name: session?.name }
}
