import { QuickFind } from './quick-find.tsx'

export function EmptyCart() {
  return (
    <div class="empty">
      <p class="lead">Your cart is empty.</p>
      <QuickFind label="What are you looking for?" />
      <p>
        <a class="button button-quiet" href="/">
          Look around
        </a>
      </p>
    </div>
  )
}
