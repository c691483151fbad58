import { Merged } from '../../arrivals/merged.tsx'

export default function Page({ search }: { readonly search: URLSearchParams }) {
  return (
    <main>
      <h1>Merged</h1>
      <Merged
        cents={Number(search.get('cents') ?? 450)}
        due={Number(search.get('due') ?? 0)}
        isOpen={search.has('open')}
        asks={search.has('asks')}
      />
    </main>
  )
}
