import { QueryClient, QueryClientProvider } from '@tanstack/solid-query'
import { render } from 'solid-js/web'
import { Board } from './Board.jsx'

const client = new QueryClient()

render(
  () => (
    <QueryClientProvider client={client}>
      <Board board="harbour-day" />
    </QueryClientProvider>
  ),
  document.getElementById('app'),
)
