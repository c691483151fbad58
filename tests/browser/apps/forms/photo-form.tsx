import { useForm } from '@fw/runtime'
import { keep } from './desk.api.ts'
import { PhotoField } from './photo-field.tsx'

export function PhotoForm() {
  const form = useForm(keep)
  return (
    <form action={form} id="photo">
      <b>{form.error()}</b>
      <PhotoField />
      <i>{form.errorAt('photo')}</i>
      <input {...form.field('title')} aria-label="Title" />
      <button type="submit">Keep</button>
    </form>
  )
}
