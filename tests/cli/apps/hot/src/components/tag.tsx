/** A page and an island use it. */
export function Tag(props: { text: string }) {
  return <em class="tag">tag {props.text}</em>
}
