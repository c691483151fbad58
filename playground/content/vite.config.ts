import { defineConfig } from 'vite'
import { articles } from './articles/plugin.ts'

export default defineConfig({ plugins: [articles()] })
