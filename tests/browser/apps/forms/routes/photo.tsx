import { PhotoForm } from '../photo-form.tsx'

export default PhotoForm
