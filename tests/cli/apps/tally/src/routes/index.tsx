export default function Page(): string {
  throw new Error('this page is broken')
}
