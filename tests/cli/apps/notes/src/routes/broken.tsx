export default function Broken(): string {
  throw new Error('this page is broken')
}
