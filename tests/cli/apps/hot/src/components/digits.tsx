/** Only islands use it. */
export function Digits(props: { value: number }) {
  return <output class="digits">no. {props.value}</output>
}
