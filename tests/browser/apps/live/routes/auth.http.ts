/** Signs a user in, like the endpoint of a library. */
export async function POST({ req }: { readonly req: Request }): Promise<Response> {
  const user = await req.text()
  return new Response(null, { status: 204, headers: { 'set-cookie': `user=${user}; Path=/; HttpOnly` } })
}
