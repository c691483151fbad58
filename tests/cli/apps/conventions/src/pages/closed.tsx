export default function Page() {
  return <p>Nobody sees this</p>
}
