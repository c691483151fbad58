export default function Item(props: { params: { id: string } }) {
  return <p>Item {props.params.id}</p>
}
