import { Fields } from '../fields.tsx'

export default function Page() {
  return (
    <main>
      <h1>Forms</h1>
      <p>
        Some text with <a href="/desks">Desks</a> and <a href="https://example.org/">Elsewhere</a>,{' '}
        <a href="/_fw/proposals">Proposals</a>, <a href="//[">Broken</a>
      </p>
      <form method="post" action="/forms" aria-label="Login">
        <label>
          Email <input name="email" type="email" autocomplete="username" value="ada@example.org" />
        </label>
        <label>
          Password <input name="password" type="password" autocomplete="current-password" value="hunter2" />
        </label>
        <button type="submit">Sign in</button>
      </form>
      <form method="post" action="/forms" aria-label="Plain">
        <label>
          Note <input name="note" />
        </label>
        <button type="submit">Send</button>
      </form>
      <form method="post" action="https://example.org/take" aria-label="Far">
        <button type="submit">Send away</button>
      </form>
      <form action="/desks" aria-label="Ask">
        <button type="submit">Find</button>
      </form>
      <label>
        Picture <input type="file" />
      </label>
      <button type="button" disabled>
        Off
      </button>
      <textarea aria-label="Short" maxlength="5" />
      <input aria-label="Fixed" readonly value="fixed" />
      <button type="button" class="shown">
        Shown
      </button>
      <button type="button">
        <span hidden>Delete all</span>
        Close
        <span aria-hidden="true">×</span>
      </button>
      <div hidden>
        <button type="button">Not shown</button>
      </div>
      <Fields />
    </main>
  )
}
