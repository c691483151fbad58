import { keep } from '../desk.api.ts'
import { PhotoField } from '../photo-field.tsx'

export default function PhotoPage() {
  return (
    <form action={keep}>
      <PhotoField />
      <button type="submit">Keep</button>
    </form>
  )
}
