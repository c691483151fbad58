import { OrderBox } from '../order-box.tsx'
import { PhotoForm } from '../photo-form.tsx'

export default () => (
  <main>
    <PhotoForm />
    <OrderBox />
  </main>
)
