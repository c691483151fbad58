import { redirect } from '@fw/runtime'

export default () => redirect('https://away.invalid/', { external: true })
