// Builds the app named by the first argument with Vite and the fw plugin, as an app with a Vite configuration does.
import { fw } from '@fw/compiler/vite'
import icons from 'unplugin-icons/vite'
import { createBuilder } from 'vite'

const plugins = [icons({ compiler: 'solid' }), fw({ title: 'Title of the plugin' })]
const builder = await createBuilder({ root: process.argv[2], configFile: false, logLevel: 'warn', plugins })
await builder.buildApp()
