import { defineConfig } from '@fw/runtime'

export default defineConfig({
  title: 'Halden',
  description: 'Well-made things for the kitchen, the desk, the garden and the hills.',
  lang: 'en',
  favicon: '/favicon.svg',
})
