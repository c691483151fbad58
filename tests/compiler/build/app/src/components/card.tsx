export function Card(props: { title: string }) {
  return <h2 class="card">{props.title}</h2>
}
