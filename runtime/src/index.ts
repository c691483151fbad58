export { defineConfig } from './contract/config.ts'
