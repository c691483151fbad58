import { href } from '@fw/runtime'

export function SignInFirst(props: { next: string }) {
  return (
    <>
      <h1>Your orders</h1>
      <div class="empty">
        <p class="lead">Sign in to see what you have ordered.</p>
        <p>
          <a class="button" href={href('/login', {}, { query: { next: props.next } })}>
            Sign in
          </a>
        </p>
      </div>
    </>
  )
}
