export default function ctxFor(_req: Request, { session }: { session?: { user: string } }) {
  return { userId: session?.user }
}
