export function EmptyCart() {
  return (
    <div class="empty">
      <p class="lead">Your cart is empty.</p>
      <p>
        <a class="button" href="/">
          Look around
        </a>
      </p>
    </div>
  )
}
